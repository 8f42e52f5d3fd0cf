// What made a picture, written into it.
#pragma once

#include <string>

#include "wafernet/report/plot.hpp"
#include "wafernet/report/provenance.hpp"

namespace wafernet {

/// Returns the picture with its provenance: as metadata in SVG, a text chunk in PNG, a comment in PDF. A plot in text
/// stays as it is.
std::string with_provenance(std::string picture, Picture kind, const Provenance& made_by);

}  // namespace wafernet
