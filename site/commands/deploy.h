#pragma once
// `gloss deploy`: what to upload, in which order, so that visitors never see a mix. It sends nothing itself: rclone, aws or a
// script follow the plan. docs/deploying.md has them.

#include "site/commands/command_result.h"
#include "site/commands/manifest.h"
#include "site/render/strings.h"

#include <string>
#include <vector>

namespace site {

struct DeployRequest {
    enum class Format { text, tsv, json };
    std::string out = "dist";            ///< made by `gloss build --release`
    std::string against;                 ///< the manifest of what is live; empty: nothing is
    Format format = Format::text;
};

struct DeployPlan {
    std::vector<ManifestFile> put;       ///< new or different, in order: assets, pages
    std::vector<ManifestFile> remove;    ///< last: pages that visitors still hold may name them
    std::size_t same = 0;
};

DeployPlan deploy_plan(std::vector<ManifestFile> now, const std::vector<ManifestFile>& live);

/// Exit code 1: a manifest that cannot be read.
CommandResult deploy_command(const DeployRequest&, const Words&);

}
