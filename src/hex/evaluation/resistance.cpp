#include "hex/evaluation/resistance.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <mutex>
#include <vector>

#include "hex/shapes/shapes.h"

namespace losange::hex {

namespace {

constexpr double kLeak =
    1e-9;  // to nowhere, from every node: cells that are cut off have a solution too
constexpr double kMostRatio = 1e6;

// A wire that is there while its carrier is empty. Cells past the board are the edges: kFirst, kLast.
constexpr int kFirst = -1, kLast = -2;
template <int W>
struct Wire {
  int from, to;
  Bitboard<W> carrier;
  bool edge_template;
};

// The wires of a size that a side may have: bridges, and templates to its edges.
template <int W>
class WireTable {
 public:
  WireTable(const Geometry<W>& geometry, int side) : geometry_(geometry), side_(side) {
    for (const Shape& shape : shapes()) {
      if (shape.stones.size() > 1 && shape.edge > 0) continue;  // a template of two stones
      for (int cell = 0; cell < geometry.cells; ++cell) add_all(shape, cell);
    }
  }

  const std::vector<Wire<W>>& wires() const { return wires_; }

 private:
  // The cell at a place from `cell`, or -1. Templates stand above a horizontal edge below them: for the
  // upper edge the board is turned by half, for Second's edges mirrored on the long diagonal.
  int cell_at(int cell, Place place, bool turned, bool flipped) const {
    if (turned) place = {-place.down, -place.right};
    if (flipped) place = {place.right, place.down};
    const int row = cell / geometry_.size + place.down,
              column = cell % geometry_.size + place.right;
    if (row < 0 || column < 0 || row >= geometry_.size || column >= geometry_.size) return -1;
    return geometry_.cell(row, column);
  }
  void add_all(const Shape& shape, int cell) {
    if (shape.edge == 0) {
      // The three directions of a bridge, each once.
      for (std::size_t d = 0; d < 3; ++d) {
        const Place left = kAround[d], right = kAround[d + 1];
        add(cell, cell_at(cell, left + right, false, false), {left, right}, false, false, false);
      }
      return;
    }
    for (const bool turned : {false, true}) {
      for (const bool mirror : {false, true}) {
        std::vector<Place> carrier = shape.carrier;
        if (mirror) std::transform(carrier.begin(), carrier.end(), carrier.begin(), mirrored);
        const int to_edge = side_ == 0 ? cell / geometry_.size : cell % geometry_.size;
        if ((turned ? to_edge : geometry_.size - 1 - to_edge) != shape.edge - 1) continue;
        add(cell, turned ? kFirst : kLast, carrier, turned, side_ == 1, true);
      }
    }
  }
  void add(int from, int to, const std::vector<Place>& carrier, bool turned, bool flipped,
           bool edge) {
    if (to == -1 && !edge) return;
    Wire<W> wire{from, to, {}, edge};
    for (const Place place : carrier) {
      const int cell = cell_at(from, place, turned, flipped);
      if (cell < 0) return;
      wire.carrier.set(cell);
    }
    const bool known = std::any_of(wires_.begin(), wires_.end(), [&](const Wire<W>& w) {
      return w.from == wire.from && w.to == wire.to && w.carrier == wire.carrier;
    });
    if (!known) wires_.push_back(wire);
  }

  const Geometry<W>& geometry_;
  int side_;
  std::vector<Wire<W>> wires_;
};

// Of any size that W words have room for: the solver takes six words for all boards above 11x11.
template <int W>
const std::vector<Wire<W>>& wires_of(int size, int side) {
  struct Made {
    std::once_flag once;
    std::unique_ptr<const WireTable<W>> table;
  };
  static std::array<std::array<Made, 2>, kMaxSize + 1> all;
  Made& made = all[static_cast<std::size_t>(size)][static_cast<std::size_t>(side)];
  std::call_once(made.once, [&] {
    made.table = std::make_unique<const WireTable<W>>(geometry<W>(size), side);
  });
  return made.table->wires();
}

template <int W>
class Solver {
  using Set = Bitboard<W>;

 public:
  Solver(const Position<W>& position, Side side, const ResistanceWeights& weights)
      : geometry_(position.geometry()),
        own_(position.stones(side)),
        empty_(position.empty()),
        side_(game::index(side)),
        weights_(weights) {
    number_nodes(position, side);
    entries_.reserve(static_cast<std::size_t>(8 * count_));
    diagonal_.assign(static_cast<std::size_t>(count_), kLeak);
    source_.setZero(count_);
    add_neighbours();
    for (const auto& wire : wires_of<W>(geometry_.size, side_)) add_wire(wire);
  }

  Circuit<W> solve() {
    for (int i = 0; i < count_; ++i)
      entries_.emplace_back(i, i, diagonal_[static_cast<std::size_t>(i)]);
    Eigen::SparseMatrix<double> matrix(count_, count_);
    matrix.setFromTriplets(entries_.begin(), entries_.end());
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower, Eigen::NaturalOrdering<int>>
        solver(matrix);
    const Eigen::VectorXd level = solver.solve(source_);
    const auto level_of = [&](int node) {
      return node == kFirst ? 1.0 : node == kLast ? 0.0 : level[node];
    };
    double total = 0;
    std::vector<double> through(static_cast<std::size_t>(count_), 0.0);
    for (const auto& link : links_) {
      const double current = link.conductance * (level_of(link.a) - level_of(link.b));
      if (link.a == kFirst) total += current;
      if (link.b == kFirst) total -= current;
      if (link.a >= 0) through[static_cast<std::size_t>(link.a)] += std::abs(current) / 2;
      if (link.b >= 0) through[static_cast<std::size_t>(link.b)] += std::abs(current) / 2;
    }
    Circuit<W> result;
    result.resistance = 1 / std::max(total, 1 / kMostRatio);
    empty_.for_each([&](int cell) {
      result.current[static_cast<std::size_t>(cell)] =
          static_cast<float>(through[static_cast<std::size_t>(node(cell))] * result.resistance);
    });
    return result;
  }

 private:
  struct Link {
    int a, b;
    double conductance;
  };

  // Empty cells row by row, then chains: what a chain touches is far apart, and would fill the matrix.
  void number_nodes(const Position<W>& position, Side side) {
    empty_.for_each([&](int cell) { nodes_[static_cast<std::size_t>(cell)] = count_++; });
    const auto assign = [&](const Set& chain, int node) {
      chain.for_each([&](int cell) { nodes_[static_cast<std::size_t>(cell)] = node; });
    };
    assign(position.anchored(side, 0), kFirst);
    assign(position.anchored(side, 1), kLast);
    Set rest = own_ & ~(position.anchored(side, 0) | position.anchored(side, 1));
    while (rest.any()) {
      const Set chain = geometry_.flood(Set::single(rest.first()), own_);
      assign(chain, count_++);
      rest &= ~chain;
    }
  }
  int node(int cell) const { return nodes_[static_cast<std::size_t>(cell)]; }
  // Half of the resistor lies on either side of the cell's middle; stones have none.
  double resistance(int cell) const { return cell >= 0 && empty_.test(cell) ? 1 : 0; }

  void link(int a, int b, double conductance) {
    if (a == b) return;
    links_.push_back({a, b, conductance});
    for (const int n : {a, b}) {
      if (n >= 0) diagonal_[static_cast<std::size_t>(n)] += conductance;
    }
    if (a >= 0 && b >= 0) {
      entries_.emplace_back(std::max(a, b), std::min(a, b), -conductance);
    } else if (a >= 0 || b >= 0) {
      if (std::min(a, b) == kFirst) source_[std::max(a, b)] += conductance;
    }
  }
  void add_neighbours() {
    const Set region = empty_ | own_;
    region.for_each([&](int cell) {
      // Right, below and below left: each pair once.
      for (std::size_t d = 0; d < 3; ++d) {
        const int other = geometry_.around[static_cast<std::size_t>(cell)][d];
        if (other < 0 || !region.test(other) || (own_.test(cell) && own_.test(other))) continue;
        link(node(cell), node(other), 1 / (resistance(cell) + resistance(other)));
      }
      if (own_.test(cell)) return;
      if (geometry_.edges[side_][0].test(cell)) link(node(cell), kFirst, 1);
      if (geometry_.edges[side_][1].test(cell)) link(node(cell), kLast, 1);
    });
  }
  void add_wire(const Wire<W>& wire) {
    const Set region = empty_ | own_;
    if (!region.test(wire.from) || (wire.to >= 0 && !region.test(wire.to))) return;
    if (overlaps(wire.carrier, ~empty_)) return;
    const double share = wire.edge_template ? weights_.template_ : weights_.bridge;
    const double sum = std::max(weights_.least, resistance(wire.from) + resistance(wire.to));
    link(node(wire.from), wire.to >= 0 ? node(wire.to) : wire.to, share / sum);
  }

  const Geometry<W>& geometry_;
  Set own_, empty_;
  int side_;
  ResistanceWeights weights_;
  std::array<int, Set::kBits> nodes_;
  int count_ = 0;
  std::vector<Link> links_;
  std::vector<Eigen::Triplet<double>> entries_;
  std::vector<double> diagonal_;
  Eigen::VectorXd source_;
};

}  // namespace

template <int W>
Circuit<W> circuit(const Position<W>& position, Side side, const ResistanceWeights& weights) {
  return Solver<W>(position, side, weights).solve();
}

template <int W>
int resistance_value(const Circuit<W>& own, const Circuit<W>& other) {
  return static_cast<int>(std::lround(1000 * std::log(other.resistance / own.resistance)));
}

template Circuit<1> circuit(const Position<1>&, Side, const ResistanceWeights&);
template Circuit<2> circuit(const Position<2>&, Side, const ResistanceWeights&);
template Circuit<4> circuit(const Position<4>&, Side, const ResistanceWeights&);
template Circuit<6> circuit(const Position<6>&, Side, const ResistanceWeights&);
template int resistance_value(const Circuit<2>&, const Circuit<2>&);
template int resistance_value(const Circuit<4>&, const Circuit<4>&);
template int resistance_value(const Circuit<6>&, const Circuit<6>&);

}  // namespace losange::hex
