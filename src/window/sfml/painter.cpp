#include "window/sfml/painter.h"

#include "base/error.h"
#include "base/system/file.h"

namespace losange::window {

namespace {

constexpr double kHalfCapital = 0.36;  // of the em: from the middle of capitals to the base line

// The fonts that came with the program, or those of Debian's packages, best first.
void load_font(sf::Font& font, const char* inter, const char* dejavu) {
  auto files = base::shipped_file_places(std::filesystem::path("fonts") / inter);
  files.push_back(std::filesystem::path("/usr/share/fonts/opentype/inter") / inter);
  files.push_back(std::filesystem::path("/usr/share/fonts/truetype/dejavu") / dejavu);
  for (const auto& file : files) {
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored) && font.loadFromFile(file)) return;
  }
  throw base::UserError(
      "window.no-font",
      "no font found: install the package fonts-inter or fonts-dejavu-core, or play in the "
      "terminal with "
      "losange play");
}

sf::Color to_sfml(Color c) { return {c.red, c.green, c.blue, c.alpha}; }
sf::Vector2f to_sfml(Point p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }

// SFML keeps a page of glyphs for each size of text: whole pixels are enough and keep the pages
// few.
unsigned pixels(double size) { return static_cast<unsigned>(std::max(6L, std::lround(size))); }

sf::String to_sfml(std::string_view text) { return sf::String::fromUtf8(text.begin(), text.end()); }

double width_of(const sf::Font& font, std::string_view text, unsigned size) {
  double width = 0;
  sf::Uint32 previous = 0;
  for (const sf::Uint32 c : to_sfml(text)) {
    width += font.getKerning(previous, c, size) + font.getGlyph(c, size, false).advance;
    previous = c;
  }
  return width;
}

bool is_small(const std::vector<Vertex>& vertices) {
  constexpr double kSmall = 1500;  // square pixels
  Point low{1e9, 1e9}, high{-1e9, -1e9};
  for (const Vertex& v : vertices) {
    low = {std::min(low.x, v.at.x), std::min(low.y, v.at.y)};
    high = {std::max(high.x, v.at.x), std::max(high.y, v.at.y)};
  }
  return (high.x - low.x) * (high.y - low.y) < kSmall;
}

// A scene begins with its ground: clearing to it is cheaper than painting it.
bool covers(const Shape& shape, sf::Vector2u size) {
  const auto* ground = std::get_if<Polygon>(&shape);
  if (ground == nullptr || ground->points.size() != 4 || ground->fill.alpha != 255) return false;
  const Point a = ground->points[0], c = ground->points[2];
  return a.x <= 0 && a.y <= 0 && c.x >= size.x && c.y >= size.y;
}

}  // namespace

Painter::Painter() {
  load_font(fonts_[0], "Inter-Regular.otf", "DejaVuSans.ttf");
  load_font(fonts_[1], "Inter-SemiBold.otf", "DejaVuSans-Bold.ttf");
}

Measure Painter::measure() {
  return [this](std::string_view text, double size, Weight weight) {
    return width_of(font(weight), text, pixels(size));
  };
}

void Painter::flush(sf::RenderTarget& target) {
  if (!batch_.empty()) {
    sf::RenderStates states;
    states.texture = texture_;
    target.draw(batch_.data(), batch_.size(), sf::Triangles, states);
  }
  batch_.clear();
}

void Painter::use(const sf::Texture* texture, sf::RenderTarget& target) {
  if (texture == texture_) return;
  flush(target);
  texture_ = texture;
}

// The corner of every page of glyphs is white, so small shapes go with whatever page is in use.
// Large ones do not: without a GPU, reading a texture costs more for each pixel than all else.
void Painter::add(const std::vector<Vertex>& vertices, sf::RenderTarget& target) {
  if (texture_ != nullptr && !is_small(vertices)) use(nullptr, target);
  for (const Vertex& v : vertices)
    batch_.emplace_back(to_sfml(v.at), to_sfml(v.color), sf::Vector2f(1, 1));
}

void Painter::add(const Text& text, sf::RenderTarget& target) {
  const sf::Font& face = font(text.weight);
  const unsigned size = pixels(text.size);
  const double width = text.align == Align::Left ? 0 : width_of(face, text.text, size);
  const double shift = text.align == Align::Left     ? 0
                       : text.align == Align::Center ? width / 2
                                                     : width;
  auto x = static_cast<float>(std::round(text.at.x - shift));
  const auto y = static_cast<float>(std::round(text.at.y + kHalfCapital * size));
  const sf::String letters = to_sfml(text.text);
  for (const sf::Uint32 c : letters) face.getGlyph(c, size, false);  // first, since pages may grow
  use(&face.getTexture(size), target);
  sf::Uint32 previous = 0;
  for (const sf::Uint32 c : letters) {
    x += face.getKerning(previous, c, size);
    previous = c;
    const sf::Glyph& glyph = face.getGlyph(c, size, false);
    const auto box = glyph.bounds;
    const auto from = sf::FloatRect(glyph.textureRect);
    if (box.width > 0) {
      const float left = std::round(x) + box.left, top = y + box.top;
      const auto corner = [&](float u, float v) {
        return sf::Vertex({left + u * box.width, top + v * box.height}, to_sfml(text.color),
                          {from.left + u * from.width, from.top + v * from.height});
      };
      for (const auto& [u, v] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}}) {
        batch_.push_back(corner(static_cast<float>(u), static_cast<float>(v)));
      }
    }
    x += glyph.advance;
  }
}

void Painter::paint(const Scene& scene, sf::RenderTarget& target) {
  texture_ = nullptr;
  std::size_t first = 0;
  if (!scene.empty() && covers(scene[0], target.getSize())) {
    target.clear(to_sfml(std::get<Polygon>(scene[0]).fill));
    first = 1;
  }
  for (std::size_t i = first; i < scene.size(); ++i) {
    const Shape& shape = scene[i];
    if (const auto* text = std::get_if<Text>(&shape)) {
      add(*text, target);
      continue;
    }
    scratch_.clear();
    std::visit(
        [this](const auto& s) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(s)>, Text>)
            add_triangles(s, scratch_);
        },
        shape);
    add(scratch_, target);
  }
  flush(target);
}

void Painter::save_picture(const Scene& scene, int width, int height,
                           const std::filesystem::path& file) {
  sf::RenderTexture texture;
  if (!texture.create(static_cast<unsigned>(width), static_cast<unsigned>(height))) {
    throw base::UserError("window.picture-size",
                          "cannot draw a picture of {} x {} pixels here: export an SVG instead",
                          width, height);
  }
  texture.clear();
  paint(scene, texture);
  texture.display();
  // SFML writes only to files of its own, and does not tell when the disk is full.
  constexpr std::string_view kEndOfPng("IEND\xAE\x42\x60\x82");
  const base::ScratchFile scratch(".png");
  std::string png;
  if (texture.getTexture().copyToImage().saveToFile(scratch.path().string())) {
    png = base::read_file(scratch.path());
  }
  if (!png.ends_with(kEndOfPng)) {
    throw base::UserError("window.picture-room", "cannot make a picture in {}: make room there",
                          scratch.path().parent_path().string());
  }
  base::write_file(file, png);
}

}  // namespace losange::window
