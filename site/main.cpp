// The program `gloss`: arguments -> a command of site/commands -> printing and the exit code. Only this file prints.

#include "site/catalog/old_sources.h"
#include "site/commands/build.h"
#include "site/commands/check.h"
#include "site/commands/deploy.h"
#include "site/commands/input_text.h"
#include "site/commands/links.h"
#include "site/commands/new.h"
#include "site/commands/project.h"
#include "site/commands/serve.h"
#include "site/commands/size.h"
#include "site/load/front_matter.h"

#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>
#include <thread>
#include <unistd.h>

namespace {

using site::CommandResult;

struct Options {
    std::string language;
    site::ProjectPaths paths;
    site::ServeRequest serve;
    site::CheckRequest check;
    site::LinksRequest links;
    site::DeployRequest deploy;
    site::NewRequest page;
    site::SizeRequest size;
    site::CasesRequest cases;
    std::string check_format = "text", deploy_format = "text", today, input_file, explain, code, diff, fields_calculator, table;
    bool report = false, json = false;
};

/// --lang, else the reader's locale, else Chinese: the content is Chinese first.
std::string message_language(const std::string& asked)
{
    if (!asked.empty())
        return asked;
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
        if (const char* value = std::getenv(name); value && *value)
            return std::string_view(value).starts_with("en") ? "en" : "zh";
    return "zh";
}

std::string today()
{
    const std::time_t now = std::time(nullptr);
    char text[16]{};
    std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
    return text;
}

void add_build_options(CLI::App& command, Options& options)
{
    command.add_option("--out", options.serve.build.out, "folder of the published site");
    command.add_option("--base-url", options.serve.build.base_url, "address that canonical links begin with");
    command.add_option("--jobs", options.serve.build.jobs, "threads")->check(CLI::Range(1, 256));
    command.add_flag("--drafts", options.serve.build.drafts, "publish pages marked draft");
    command.add_flag("--release", options.serve.build.release, "add compressed twins; serve with the published headers");
    command.add_flag("--timings", options.serve.build.timings, "print how long each part took");
    command.add_option("--assets", options.paths.assets, "folder of templates, css, icons and strings");
    command.add_option("--assets-build", options.paths.built, "folder that holds calculators.wasm and fields/");
}

CommandResult check(Options& options)
{
    const site::Project project(options.paths);
    if (!site::is_date(options.today))
        return {.exit_code = 2, .output = {}, .errors = project.strings.words(options.language)("check.bad_date", {options.today}) + "\n"};
    if (!options.code.empty())
        return site::explain_command(options.code, project.codes(options.language), project.wording(options.language));
    options.check.content = project.paths.content;
    options.check.jobs = options.serve.build.jobs;
    options.check.format = options.check_format == "json"     ? site::DiagnosticFormat::json
                           : options.check_format == "github" ? site::DiagnosticFormat::github
                           : options.check_format == "sarif"  ? site::DiagnosticFormat::sarif
                                                              : site::DiagnosticFormat::text;
    options.check.print.help = project.help_address(options.language);
    options.check.print.language = options.language;
    options.check.print.wording = project.wording(options.language);
    options.check.print.color = options.check_format == "text" && ::isatty(STDOUT_FILENO) != 0;
    site::CheckWorld world = project.world;
    site::report_old_sources(project.catalog, options.today, world.diagnostics);
    return site::check_command(options.check, world);
}

CommandResult links(Options& options)
{
    const site::Project project(options.paths);
    options.links.content = project.paths.content;
    options.links.jobs = options.serve.build.jobs;
    options.links.wording = project.wording(options.language);
    options.links.view = !options.explain.empty() ? site::LinksRequest::View::explain
                         : !options.diff.empty()  ? site::LinksRequest::View::diff
                                                  : site::LinksRequest::View::report;
    options.links.file = !options.explain.empty() ? options.explain : options.diff;
    return site::links_command(options.links, project.world);
}

CommandResult size(Options& options)
{
    const site::Project project(options.paths);
    const site::Words& words = project.strings.words(options.language);
    if (!options.input_file.empty()) {
        options.size.input_name = options.input_file;
        if (options.input_file == "-") {
            options.size.input = site::read_text(std::cin);
        } else {
            options.size.input = site::read_text_file(options.input_file);
        }
        if (!options.size.input)
            return {.exit_code = 1, .output = {}, .errors = words("error.file_unreadable", {options.input_file}) + "\n"};
    }
    options.size.json = options.json;
    return site::size_command(options.size, project.catalog, words);
}

int run(int argc, char** argv)
{
    Options options;
    options.serve.build.jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    options.page.today = options.today = today();
    CLI::App app{"Gloss (算典): a glossary that computes", "gloss"};
    app.require_subcommand(1);
    app.fallthrough();
    app.add_option("--lang", options.language, "language of messages")->check(CLI::IsMember({"zh", "en"}));
    app.add_option("--content", options.paths.content, "content folder");

    CLI::App* build = app.add_subcommand("build", "content -> site, atomically; with an error, a wrong figure among them, nothing is published");
    add_build_options(*build, options);
    CLI::App* serve = app.add_subcommand("serve", "build, watch, live reload on 127.0.0.1");
    add_build_options(*serve, options);
    serve->add_option("--port", options.serve.port, "port, 0 for any free one")->check(CLI::Range(0, 65535));

    CLI::App* deploying = app.add_subcommand("deploy", "what to upload of a `build --release`, in which order; sends nothing itself");
    deploying->add_option("--out", options.deploy.out, "folder of the published site");
    deploying->add_option("--against", options.deploy.against, "manifest of what is live (.gloss/manifest.tsv of its upload); none: everything is new");
    deploying->add_option("--format", options.deploy_format, "text, tsv or json")->check(CLI::IsMember({"text", "tsv", "json"}));

    CLI::App* checking = app.add_subcommand("check", "every diagnostic in one run");
    checking->add_option("--format", options.check_format, "text, json, github or sarif")
        ->check(CLI::IsMember({"text", "json", "github", "sarif"}));
    checking->add_flag("--fix", options.check.fix, "apply the safe fixes");
    checking->add_flag("--figures", options.check.figures, "list every typed figure instead");
    checking->add_option("--explain", options.code, "what a code means");
    checking->add_option("--today", options.today, "date that old figures are flagged against");

    CLI::App* linking = app.add_subcommand("links", "every automatic link: why, why not, what changed");
    linking->add_option("--explain", options.explain, "a page's file");
    linking->add_flag("--report", options.report, "terms never mentioned, pages never linked");
    linking->add_option("--diff", options.diff, "the output folder of another build");

    CLI::App* creating = app.add_subcommand("new", "a page or a small site that checks clean");
    creating->add_option("kind", options.page.kind, "site, term, guide, page, compare or calculator")->required();
    creating->add_option("slug", options.page.slug, "its id; of a site, its folder")->required();

    CLI::App* sizing = app.add_subcommand("size", "one estimate, with its derivation");
    sizing->add_option("calculator", options.size.calculator)->required();
    sizing->add_option("--set", options.size.settings, "field=value")->allow_extra_args(false);
    sizing->add_option("--input", options.input_file, "a JSON object of fields; - for standard input");
    sizing->add_option("--model-file", options.size.model_file, "config.json, safetensors or GGUF");
    sizing->add_flag("--json", options.json);
    CLI::App* fields = app.add_subcommand("fields", "inputs and outputs of the calculators");
    fields->add_option("calculator", options.fields_calculator);
    fields->add_flag("--json", options.json);
    CLI::App* cases = app.add_subcommand("cases", "predicted against measured");
    cases->add_option("files", options.cases.files)->required();
    cases->add_option("--worst", options.cases.worst, "only the rows with the largest errors");
    cases->add_flag("--json", options.json);
    CLI::App* catalog = app.add_subcommand("catalog", "what the data folder holds");
    catalog->add_option("table", options.table)->check(CLI::IsMember({"accelerators", "models", "formats", "links"}));
    catalog->add_flag("--json", options.json);

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    options.page.language = options.language;
    options.language = message_language(options.language);

    CommandResult result;
    if (*build) {
        result = site::build_command(options.paths, options.serve.build, options.language);
    } else if (*serve) {
        options.serve.build.offline = options.serve.build.release; // An author looks at what is there now.
        result = site::serve_command(options.paths, options.serve, options.language,
                                     [](std::string_view line) { std::cerr << line << std::endl; });
    } else if (*deploying) {
        options.deploy.format = options.deploy_format == "tsv"    ? site::DeployRequest::Format::tsv
                                : options.deploy_format == "json" ? site::DeployRequest::Format::json
                                                                  : site::DeployRequest::Format::text;
        const site::Project project(options.paths);
        result = site::deploy_command(options.deploy, project.strings.words(options.language));
    } else if (*checking) {
        result = check(options);
    } else if (*linking) {
        result = links(options);
    } else if (*sizing) {
        result = size(options);
    } else {
        const site::Project project(options.paths);
        const site::Words& words = project.strings.words(options.language);
        if (options.page.language.empty()) // Of a page: the site's first language.
            options.page.language = options.page.kind == "site" ? options.language : project.settings.languages.front();
        options.cases.json = options.json;
        if (*creating)
            result = site::new_command(options.page, project, words);
        else if (*fields)
            result = site::fields_command(options.fields_calculator, options.json, words);
        else if (*cases)
            result = site::cases_command(options.cases, project.catalog, words);
        else
            result = site::catalog_command(options.table, options.json, options.paths.content + "/data", project.catalog, words);
    }
    std::cerr << result.errors;
    std::cout << result.output << std::flush;
    if (!std::cout) { // A full disk or a closed pipe: what was asked for did not arrive.
        std::cerr << "gloss: standard output: " << std::strerror(errno) << '\n';
        return 1;
    }
    return result.exit_code;
}

}

int main(int argc, char** argv)
{
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::cerr << "gloss: " << error.what() << '\n';
        return 1;
    }
}
