// The functions the page's script calls (page/program.js). One page a program; texts that are given back stay until the
// next call.
#include <emscripten.h>

#include <algorithm>
#include <memory>
#include <string>

#include "web/heard.h"
#include "web/program/page.h"
#include "window/draw/theme.h"

namespace {

using namespace losange;
using namespace losange::window;

std::unique_ptr<web::Page> page;
std::string answer;

const char* give(std::string text) {
  answer = std::move(text);
  return answer.c_str();
}

}  // namespace

extern "C" {

// `dark`, `still`: what the person asks of every page of this browser.
EMSCRIPTEN_KEEPALIVE void losange_open(int dark, int still) {
  page = std::make_unique<web::Page>(dark != 0, still != 0);
}

EMSCRIPTEN_KEEPALIVE void losange_resize(double width, double height, int fingers) {
  page->ui().resize(width, height, fingers != 0);
}
EMSCRIPTEN_KEEPALIVE void losange_pointer_moved(double x, double y) {
  page->ui().pointer_moved({x, y});
}
EMSCRIPTEN_KEEPALIVE void losange_pointer_pressed(double x, double y) {
  page->ui().pointer_pressed({x, y});
}
EMSCRIPTEN_KEEPALIVE void losange_pointer_released(double x, double y) {
  page->ui().pointer_released({x, y});
}
EMSCRIPTEN_KEEPALIVE void losange_wheel(double x, double y, double steps) {
  page->ui().wheel({x, y}, steps);
}
EMSCRIPTEN_KEEPALIVE void losange_key(int key, int letter, int control, int shift, int repeated) {
  page->ui().key(
      {static_cast<Key>(key), static_cast<char>(letter), control != 0, shift != 0, repeated != 0});
}
EMSCRIPTEN_KEEPALIVE void losange_typed(unsigned character) {
  page->ui().typed(static_cast<char32_t>(character));
}
EMSCRIPTEN_KEEPALIVE void losange_pasted(const char* text) { page->pasted(text); }
EMSCRIPTEN_KEEPALIVE void losange_paste_refused() { page->pasted(std::nullopt); }
EMSCRIPTEN_KEEPALIVE void losange_copied(int worked) { page->copied(worked != 0); }
// The person gave a key that pastes: what it is about follows at once.
EMSCRIPTEN_KEEPALIVE void losange_paste_key(const char* text) {
  page->ui().key({Key::Letter, 'v', true, false});
  page->pasted(text);
}
EMSCRIPTEN_KEEPALIVE void losange_open_text(const char* text) { page->ui().open_text(text); }
EMSCRIPTEN_KEEPALIVE void losange_open_address(const char* text) { page->ui().open_at_once(text); }
EMSCRIPTEN_KEEPALIVE int losange_takes_file(const char* name, double bytes) {
  return page->ui().takes_file(name, bytes) ? 1 : 0;
}
EMSCRIPTEN_KEEPALIVE void losange_file_was_unreadable() { page->ui().file_was_unreadable(); }
EMSCRIPTEN_KEEPALIVE void losange_keep() { page->ui().keep(); }
EMSCRIPTEN_KEEPALIVE int losange_uses_control(int letter, int shift) {
  return page->uses_control(static_cast<char>(letter), shift != 0) ? 1 : 0;
}
EMSCRIPTEN_KEEPALIVE void losange_fullscreen_is(int on) { page->fullscreen_is(on != 0); }

// What is under a point: 0 nothing, else 1 + Widget::Kind.
EMSCRIPTEN_KEEPALIVE int losange_kind_at(double x, double y) {
  const Widget* widget = page->ui().frame().at({x, y});
  return widget == nullptr ? 0 : 1 + static_cast<int>(widget->kind);
}

EMSCRIPTEN_KEEPALIVE int losange_tick() { return page->tick(); }
// Three words: where the numbers are, how many, where the texts are.
EMSCRIPTEN_KEEPALIVE const std::size_t* losange_draw() {
  static std::size_t place[3];
  const auto& drawing = page->draw();
  place[0] = reinterpret_cast<std::size_t>(drawing.numbers.data());
  place[1] = drawing.numbers.size();
  place[2] = reinterpret_cast<std::size_t>(drawing.texts.data());
  return place;
}
EMSCRIPTEN_KEEPALIVE const char* losange_address() { return give(page->address()); }
EMSCRIPTEN_KEEPALIVE const char* losange_heard_widgets() {
  return give(web::heard_widgets(page->ui().frame()));
}
EMSCRIPTEN_KEEPALIVE const char* losange_heard_move() { return give(web::heard_move(page->ui())); }
EMSCRIPTEN_KEEPALIVE const char* losange_notice() { return give(page->ui().notice()); }
// Where the field is that letters go to now, as x, y, width and height; null where there is none. A phone then shows its
// keyboard, and keeps that place in sight.
EMSCRIPTEN_KEEPALIVE const double* losange_field() {
  static double place[4];
  const Widget* field = page->ui().field_in_use();
  if (field == nullptr) return nullptr;
  const Rect& area = field->area;
  place[0] = area.x, place[1] = area.y, place[2] = area.width, place[3] = area.height;
  return place;
}
EMSCRIPTEN_KEEPALIVE int losange_screen() { return static_cast<int>(page->ui().screen()); }
EMSCRIPTEN_KEEPALIVE int losange_language() {
  return static_cast<int>(page->ui().settings().language);
}
// What the screen lies on, as 0xRRGGBB: what a phone shows around it has the same colour.
EMSCRIPTEN_KEEPALIVE int losange_ground() {
  const Color color = theme(page->ui().settings().theme).background;
  return color.red << 16 | color.green << 8 | color.blue;
}
EMSCRIPTEN_KEEPALIVE int losange_analysing() { return page->ui().table().analysing() ? 1 : 0; }
EMSCRIPTEN_KEEPALIVE void losange_analyse() { page->ui().table().set_analysing(true); }
EMSCRIPTEN_KEEPALIVE int losange_thinks() { return page->ui().table().thinks() ? 1 : 0; }
}
