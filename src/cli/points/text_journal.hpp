// Text journals, in which versions before the store kept points: they are read once and become a store.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../command.hpp"
#include "store.hpp"

namespace wafernet::cli {

/// A text journal: the lines of its head, and words and text of every record that is whole.
struct TextJournal {
    std::vector<std::string> head;
    std::vector<std::pair<std::string, std::string>> records;
    std::size_t damaged = 0;
};

/// A record as a point of a store; without a key it is left out.
struct JournalPoint {
    std::string key;
    NamedValues options;
    PointResult result;
};
using FromJournal =
    std::function<JournalPoint(const TextJournal& journal, const std::string& words, const std::string& text)>;

/// Returns the cells of a record. Throws InputError where it has none.
std::vector<Value> journal_cells(std::string_view text);
/// Returns "vcs=2" and the like among the words of a record as options.
NamedValues journal_options(std::string_view words);

/// Returns how a command that keeps points opens this store.
StoreUse use_of(const std::string& path);

/// Opens the store of a command. Where `path` or `older` is a text journal and no store, its points go into the store
/// once, which a note of `run` says; a journal at `path` stays as PATH.old. Throws InputError as Store does.
std::shared_ptr<Store> open_store(const Run* run, const std::string& path, const std::string& kind, StoreUse use,
                                  const FromJournal& convert, const std::string& older = {});

}  // namespace wafernet::cli
