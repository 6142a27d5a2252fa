#include "window/dialogs/help_dialog.h"

#include "players/game/games.h"
#include "window/common/drawing.h"
#include "window/words/sentences.h"

namespace losange::window {

namespace {

// As they are on the table, each with its article.
std::string rules_of_draughts(const Context& context) {
  const auto& setup = context.table.record().setup;
  const auto& rules = *draughts::config_of(setup).rules;
  const auto told = [&](const base::Sentence& said) {
    std::string text = sentence(context.settings.language, said);
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
      text[0] = static_cast<char>(text[0] - 32);
    return text;
  };
  const std::string size = std::to_string(setup.size);
  std::string text = context.tr(Word::RulesOfDraughts, told(rules.title), size, size,
                                context.side_text(game::Side::First));
  for (const auto& article :
       {rules.men_article, rules.king_article, rules.capture_article, rules.majority_article}) {
    text += "\n\n" + told(article) + ".";
  }
  return text;
}

}  // namespace

void HelpDialog::draw(Pen& pen) {
  Rect rest = begin_dialog(pen, context_, 860, 680, Word::Help, pen.narrow() ? 560 : 680);
  if (!pen.narrow()) {  // a phone has no keys
    pen.choices(
        "help.page", rest.take_top(pen.px(38)),
        {context_.tr(Word::PageKeys), context_.tr(Word::PageRules)}, page_,
        [this](int page) { page_ = page; }, 15);
    rest.take_top(pen.px(16));
  }
  if (page_ == 1 || pen.narrow()) {
    draw_rules(pen, rest);
    return;
  }
  auto list = actions();
  std::erase_if(list, [&](const ActionInfo& entry) {
    return !context_.offers(entry.action) || context_.key_of(entry.action).empty();
  });
  const std::size_t columns = 2, half = (list.size() + columns - 1) / columns;
  const double width = rest.width / columns, pitch = rest.height / static_cast<double>(half);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::size_t column = i / half, row = i % half;
    const double x = rest.x + width * static_cast<double>(column),
                 y = rest.y + pitch * (static_cast<double>(row) + 0.5);
    const std::string key = context_.key_of(list[i].action);
    const double plate = std::max(pen.px(30), pen.text_width(key, 12, Weight::Bold) + pen.px(14));
    pen.fill({x + pen.px(96) - plate, y - pitch * 0.4, plate, pitch * 0.8}, pen.theme().raised, 5);
    pen.text({x + pen.px(96) - plate / 2, y}, key, 12, pen.theme().ink, Align::Center,
             Weight::Bold);
    pen.label({x + pen.px(110), y}, context_.name(list[i].action), 14, pen.theme().ink, Align::Left,
              Weight::Regular, width - pen.px(124));
  }
}

void HelpDialog::draw_rules(Pen& pen, Rect rest) const {
  if (context_.shows_draughts()) {
    pen.paragraph(rest, rules_of_draughts(context_), 15, pen.theme().ink);
    return;
  }
  Rect bottom = rest.take_bottom(pen.px(46));
  pen.button("help.lesson", bottom.take_left(pen.px(260)), context_.tr(Word::LearnToPlay),
             {.icon = Icon::Lesson, .primary = true}, [this] { context_.ask.begin_lesson(); });
  pen.paragraph(rest,
                context_.tr(Word::Rules, context_.side_text(game::Side::First, {}),
                            context_.side_text(game::Side::Second, {})),
                15, pen.theme().ink);
}

}  // namespace losange::window
