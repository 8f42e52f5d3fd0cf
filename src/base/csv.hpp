// Lines and cells of the CSV files that users write: matrices, rate lists, traces, maps.
#pragma once

#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace wafernet {

/// Reads the next line without its carriage return, and the first without a byte order mark; `number` counts the lines.
/// Returns false at the end of the file.
bool next_line(std::istream& file, std::string& line, std::size_t& number);

/// Returns what separates the cells of a file, by its first line: ';' where that has one, as from spreadsheets that
/// write decimal commas, else ','.
char csv_separator(const std::string& first_line);

/// Returns the cells of a line without the blanks round them. Quotes round a cell are those of RFC 4180, within one
/// line. Throws InputError, which begins with `place`, for a quote that is not closed or not followed by a separator.
std::vector<std::string> csv_cells(const std::string& line, const std::string& place, char separator = ',');

/// Returns a cell as csv_cells and the readers of graph files, to which some first characters mean something, take it:
/// in quotes where it needs them.
std::string csv_cell(std::string_view text);

/// Returns a message for a file without a line: what is no regular file, such as /dev/stdin, can be read for one
/// network only.
std::string nothing_in(const std::string& path);

}  // namespace wafernet
