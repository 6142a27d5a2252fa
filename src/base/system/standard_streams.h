// Programs may be started with their standard input or output closed. The next file opened would then take its
// number, and be read as commands or written over with replies.
#pragma once

namespace losange::base {

// Puts something in the place of those of the three that are closed: an input at its end, outputs that refuse
// what is written. To be called before anything is opened.
void hold_standard_streams();

// Standard output and error lead nowhere from now on; gives a way to what standard error was, which programs started
// later do not have.
int silence_standard_outputs();

// Throws UserError where standard input is a folder, which reads like an input that is at its end.
void check_standard_input();

}  // namespace losange::base
