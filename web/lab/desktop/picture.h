#pragma once
// What stands in the window, as a PNG file.

#include <string>

namespace lab {

/// Reads the frame buffer of the current OpenGL context. False when the file cannot be written.
bool save_picture(const std::string& file, int width, int height);

}
