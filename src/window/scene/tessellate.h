// Shapes as triangles with soft edges: each outline is drawn half a pixel inside and fades to
// nothing half a pixel outside. Smooth at any size, and several times cheaper than multisampling
// without a GPU. Texts are left to the painter, who has the glyphs.
#pragma once

#include <vector>

#include "window/scene/shape.h"

namespace losange::window {

struct Vertex {
  Point at;
  Color color;
};

// Appends triangles, three vertices each.
void add_triangles(const Polygon& polygon, std::vector<Vertex>& out);
void add_triangles(const Disc& disc, std::vector<Vertex>& out);
void add_triangles(const Stroke& stroke, std::vector<Vertex>& out);

}  // namespace losange::window
