#pragma once
// The real tables of content/data, read once a test program.

#include "site/catalog/catalog.h"

namespace test {

inline const site::Catalog& catalog()
{
    static const site::Catalog loaded = [] {
        site::Diagnostics diagnostics;
        return site::load_catalog("content/data", diagnostics);
    }();
    return loaded;
}

}
