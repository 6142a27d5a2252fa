#include "net/value/value_net.h"

#include "net/input/board_graph.h"
#include "net/input/position_features.h"

namespace losange::net {

template <int W>
void append_question(ValueKind kind, const hex::Position<W>& position,
                     std::vector<float>& questions) {
  if (kind == ValueKind::Graph) {
    const NodeFeatures features(position);
    questions.insert(questions.end(), features.values().begin(), features.values().end());
    return;
  }
  questions.resize(questions.size() + kPositionFeatures);
  write_position_features(position, questions.data() + questions.size() - kPositionFeatures);
}

template void append_question<2>(ValueKind, const hex::Position<2>&, std::vector<float>&);
template void append_question<4>(ValueKind, const hex::Position<4>&, std::vector<float>&);
template void append_question<6>(ValueKind, const hex::Position<6>&, std::vector<float>&);

}  // namespace losange::net
