// What learning a round cost, whatever the method: the heads that a net does not have are 0.
#pragma once

namespace losange::train {

struct Losses {
  double q = 0, value = 0, policy = 0;  // means over the minibatches, in nats
  double auxiliary = 0;                 // of the auxiliary heads, weighted; 0: there are none
  double gradient = 0;                  // mean length before it was cut
};

}  // namespace losange::train
