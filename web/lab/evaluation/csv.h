#pragma once
// What a panel shows, as a table for a spreadsheet: RFC 4180, numbers in base units, headings are the fields' ids.

#include "web/lab/evaluation/results.h"

namespace lab {

std::string csv(const State&, const Results&, const Catalog&);

}
