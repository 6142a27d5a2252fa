// Paints scenes with SFML: triangles with soft edges and glyphs, in as few draw calls as the order
// allows.
#pragma once

#include <SFML/Graphics.hpp>
#include <array>
#include <filesystem>

#include "window/scene/shape.h"
#include "window/scene/tessellate.h"

namespace losange::window {

class Painter {
 public:
  Painter();  // throws base::UserError when no font is found

  void paint(const Scene& scene, sf::RenderTarget& target);
  Measure measure();
  // Throws base::UserError.
  void save_picture(const Scene& scene, int width, int height, const std::filesystem::path& file);

 private:
  const sf::Font& font(Weight weight) const { return fonts_[weight == Weight::Bold ? 1 : 0]; }
  void add(const Text& text, sf::RenderTarget& target);
  void add(const std::vector<Vertex>& vertices, sf::RenderTarget& target);
  void use(const sf::Texture* texture, sf::RenderTarget& target);
  void flush(sf::RenderTarget& target);

  std::array<sf::Font, 2> fonts_;
  std::vector<sf::Vertex> batch_;
  std::vector<Vertex> scratch_;
  const sf::Texture* texture_ = nullptr;  // of the batch; none for shapes alone
};

}  // namespace losange::window
