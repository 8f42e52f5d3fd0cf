#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdlib>

int main(int argc, char** argv) {
    ::unsetenv("COLUMNS");  // which the program fits its text into: tests say it themselves
    doctest::Context context(argc, argv);
    return context.run();
}
