#include "window/scene/icons.h"

#include <initializer_list>

namespace losange::window {

namespace {

constexpr double kGrid = 24;  // icons are written on a 24 x 24 grid
constexpr double kStroke = 2;

class Drawer {
 public:
  Drawer(Scene& scene, Point center, double size, Color color)
      : scene_(scene),
        scale_(size / kGrid),
        origin_(center - Point{size / 2, size / 2}),
        color_(color) {}

  void line(std::initializer_list<Point> points, bool closed = false) {
    Stroke stroke{{}, kStroke * scale_, color_, closed};
    for (const Point p : points) stroke.points.push_back(at(p));
    scene_.push_back(std::move(stroke));
  }
  void fill(std::initializer_list<Point> points) {
    Polygon polygon{{}, color_};
    for (const Point p : points) polygon.points.push_back(at(p));
    scene_.push_back(std::move(polygon));
  }
  void circle(Point center, double radius) {
    scene_.push_back(ring(at(center), radius * scale_, kStroke * scale_, color_));
  }
  void dot(Point center, double radius) {
    scene_.push_back(Disc{at(center), radius * scale_, color_});
  }
  void curve(Point center, double radius, double from, double to) {
    scene_.push_back(arc(at(center), radius * scale_, from, to, kStroke * scale_, color_));
  }

 private:
  Point at(Point p) const { return origin_ + p * scale_; }

  Scene& scene_;
  double scale_;
  Point origin_;
  Color color_;
};

void speaker(Drawer& d, int waves) {
  d.line({{4, 9.5}, {7.5, 9.5}, {12, 5.5}, {12, 18.5}, {7.5, 14.5}, {4, 14.5}}, true);
  if (waves == 0) {
    d.line({{16, 9.5}, {21, 14.5}});
    d.line({{21, 9.5}, {16, 14.5}});
  }
  if (waves >= 1) d.curve({11.5, 12}, 4, 0.16, 0.34);
  if (waves >= 2) d.curve({11.5, 12}, 7.5, 0.15, 0.35);
  if (waves >= 3) d.curve({11.5, 12}, 11, 0.14, 0.36);
}

void arrow_back(Drawer& d, bool mirrored) {
  const auto x = [&](double v) { return mirrored ? kGrid - v : v; };
  d.line({{x(8), 5}, {x(4), 9}, {x(8), 13}});
  d.line(
      {{x(4), 9}, {x(14), 9}, {x(18), 10.5}, {x(20), 14}, {x(18), 17.5}, {x(14), 19}, {x(10), 19}});
}

void page(Drawer& d) { d.line({{9, 9}, {20, 9}, {20, 20}, {9, 20}}, true); }
void page_below(Drawer& d) { d.line({{15, 5}, {15, 4}, {4, 4}, {4, 15}, {5.5, 15}}); }

}  // namespace

void add_icon(Scene& scene, Icon icon, Point center, double size, Color color) {
  Drawer d(scene, center, size, color);
  switch (icon) {
    case Icon::None: break;
    case Icon::Plus: d.line({{12, 5}, {12, 19}}), d.line({{5, 12}, {19, 12}}); break;
    case Icon::Undo: arrow_back(d, false); break;
    case Icon::Redo: arrow_back(d, true); break;
    case Icon::Bulb:
      d.curve({12, 10}, 6, -0.36, 0.36);
      d.line({{7.4, 13.9}, {9.5, 17}, {14.5, 17}, {16.6, 13.9}});
      d.line({{10, 21}, {14, 21}});
      break;
    case Icon::Chart:
      d.line({{4, 4}, {4, 20}, {20, 20}});
      d.line({{8, 15}, {11.5, 10.5}, {14.5, 13}, {20, 6}});
      break;
    case Icon::Flag:
      d.line({{5, 21}, {5, 4}});
      d.line({{5, 4.5}, {18, 4.5}, {15, 9}, {18, 13.5}, {5, 13.5}});
      break;
    case Icon::Pause: d.line({{9, 6}, {9, 18}}), d.line({{15, 6}, {15, 18}}); break;
    case Icon::Play: d.line({{8, 5.5}, {18, 12}, {8, 18.5}}, true); break;
    case Icon::Sliders:
      d.line({{4, 7}, {12, 7}}), d.line({{18, 7}, {20, 7}}), d.circle({15, 7}, 2.4);
      d.line({{4, 17}, {6, 17}}), d.line({{12, 17}, {20, 17}}), d.circle({9, 17}, 2.4);
      break;
    case Icon::Question:
      d.curve({12, 9}, 4, -0.25, 0.35);
      d.line({{14.3, 12.2}, {12, 14.3}, {12, 15.5}});
      d.dot({12, 19.4}, 1.3);
      break;
    case Icon::Menu:
      d.line({{4, 7}, {20, 7}}), d.line({{4, 12}, {20, 12}}), d.line({{4, 17}, {20, 17}});
      break;
    case Icon::Close: d.line({{6, 6}, {18, 18}}), d.line({{18, 6}, {6, 18}}); break;
    case Icon::Speaker0: speaker(d, 0); break;
    case Icon::Speaker1: speaker(d, 1); break;
    case Icon::Speaker2: speaker(d, 2); break;
    case Icon::Speaker3: speaker(d, 3); break;
    case Icon::Save:
      d.line({{12, 4}, {12, 15}});
      d.line({{7.5, 10.5}, {12, 15}, {16.5, 10.5}});
      d.line({{4, 16}, {4, 20}, {20, 20}, {20, 16}});
      break;
    case Icon::Folder:
      d.line({{3.5, 19}, {3.5, 5.5}, {9.5, 5.5}, {11.5, 8}, {20.5, 8}, {20.5, 19}}, true);
      break;
    case Icon::Books:
      d.line({{4.5, 4.5}, {4.5, 19.5}, {9, 19.5}, {9, 4.5}}, true);
      d.line({{9, 7}, {13, 7}, {13, 19.5}, {9, 19.5}}, true);
      d.line({{15, 6}, {18, 5.2}, {21, 18.4}, {18, 19.2}}, true);
      break;
    case Icon::First: d.line({{6, 6}, {6, 18}}), d.line({{18, 6}, {11, 12}, {18, 18}}); break;
    case Icon::Back: d.line({{15, 6}, {8.5, 12}, {15, 18}}); break;
    case Icon::Forward: d.line({{9, 6}, {15.5, 12}, {9, 18}}); break;
    case Icon::Last: d.line({{18, 6}, {18, 18}}), d.line({{6, 6}, {13, 12}, {6, 18}}); break;
    case Icon::Person: d.circle({12, 8}, 4), d.curve({12, 21}, 7.5, -0.25, 0.25); break;
    case Icon::Chip:
      d.line({{7, 7}, {17, 7}, {17, 17}, {7, 17}}, true);
      for (const double p : {10.0, 14.0}) {
        d.line({{p, 3.5}, {p, 7}}), d.line({{p, 17}, {p, 20.5}});
        d.line({{3.5, p}, {7, p}}), d.line({{17, p}, {20.5, p}});
      }
      break;
    case Icon::Swap:
      d.line({{4, 8.5}, {19, 8.5}}), d.line({{15.5, 5}, {19, 8.5}, {15.5, 12}});
      d.line({{20, 16}, {5, 16}}), d.line({{8.5, 12.8}, {5, 16}, {8.5, 19.5}});
      break;
    case Icon::Rotate:
      d.curve({12, 12}, 7.5, 0.06, 0.85), d.line({{5, 3.4}, {5, 8}, {9.7, 8}});
      break;
    case Icon::Mirror:
      d.line({{12, 4}, {12, 20}});
      d.line({{8.5, 7}, {8.5, 17}, {3, 17}}, true), d.line({{15.5, 7}, {15.5, 17}, {21, 17}}, true);
      break;
    case Icon::Check: d.line({{5, 12.5}, {10, 17.5}, {19, 7}}); break;
    case Icon::Pencil:
      d.line({{4.5, 19.5}, {6, 14.5}, {16, 4.5}, {19.5, 8}, {9.5, 18}}, true);
      break;
    case Icon::Search: d.circle({10.5, 10.5}, 6), d.line({{15, 15}, {20, 20}}); break;
    case Icon::Trash:
      d.line({{4, 7}, {20, 7}}), d.line({{9, 6.5}, {9, 4}, {15, 4}, {15, 6.5}});
      d.line({{6, 7}, {7, 20}, {17, 20}, {18, 7}});
      break;
    case Icon::Up: d.line({{6, 14.5}, {12, 8.5}, {18, 14.5}}); break;
    case Icon::Copy: page(d), page_below(d); break;
    case Icon::CopyText:
      page(d), page_below(d), d.line({{12, 13}, {17, 13}}), d.line({{12, 16.5}, {17, 16.5}});
      break;
    case Icon::Paste:
      page(d), d.line({{12, 14.5}, {17, 14.5}}), d.line({{5, 15}, {5, 4}, {14, 4}});
      break;
    case Icon::Picture:
      d.line({{4, 5}, {20, 5}, {20, 19}, {4, 19}}, true);
      d.line({{4.5, 16}, {9, 11}, {12.5, 14.5}, {15, 12}, {19.5, 16.5}}), d.dot({15.5, 8.8}, 1.4);
      break;
    case Icon::Lesson:
      d.line({{12, 6}, {9, 4.5}, {3.5, 4.5}, {3.5, 17.5}, {9, 17.5}, {12, 19}});
      d.line({{12, 6}, {15, 4.5}, {20.5, 4.5}, {20.5, 17.5}, {15, 17.5}, {12, 19}}),
          d.line({{12, 6}, {12, 19}});
      break;
    case Icon::Sweep:
      d.circle({9.5, 9.5}, 5.5), d.line({{13.7, 13.7}, {19.5, 19.5}});
      d.line({{7, 10}, {8.8, 11.8}, {12, 7.8}});
      break;
    case Icon::Restart:
      d.curve({12, 12}, 7.5, 0.15, 0.94), d.line({{19, 3.4}, {19, 8}, {14.3, 8}});
      break;
    case Icon::Dot: d.dot({12, 12}, 3); break;
    case Icon::Link: d.dot({5, 17}, 3.4), d.dot({19, 7}, 3.4), d.line({{5, 17}, {19, 7}}); break;
  }
}

}  // namespace losange::window
