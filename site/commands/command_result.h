#pragma once
// What a command leaves for main to print and to exit with. Only main prints.

#include <string>

namespace site {

struct CommandResult {
    int exit_code = 0;
    std::string output;                  ///< for standard output
    std::string errors;                  ///< for standard error
};

}
