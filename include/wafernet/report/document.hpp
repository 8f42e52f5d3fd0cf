// Tables as parts of documents: HTML and LaTeX.
#pragma once

#include <string>
#include <string_view>

#include "wafernet/report/table.hpp"

namespace wafernet {

/// Returns the table as a table element with its caption, notes as paragraphs below. Texts are escaped.
std::string html_table(const Table& table);
/// Returns a whole page around a body, which needs nothing from elsewhere.
std::string html_document(std::string_view title, std::string_view body);
/// Returns a text as HTML shows it.
std::string html_text(std::string_view text);

/// Returns the table as a table environment with the rules of the package booktabs. Texts are escaped.
std::string latex_table(const Table& table);

}  // namespace wafernet
