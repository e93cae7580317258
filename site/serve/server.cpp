#include "site/serve/server.h"

#include "site/render/html.h"
#include "site/serve/live_reload.h"
#include "site/serve/published_headers.h"
#include "site/write/media_type.h"

#include <httplib.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>
#include <utility>

namespace site {

namespace fs = std::filesystem;

struct Server::State {
    ServerOptions options;
    httplib::Server http;
    int port = 0;
    std::mutex mutex;
    std::condition_variable changed;
    unsigned generation = 0;             ///< builds published since the start
    std::string pages = "[]";            ///< JSON: what the last of them changed
    std::string instance = std::to_string(std::chrono::system_clock::now().time_since_epoch().count());

    std::string build() const { return instance + "-" + std::to_string(generation); }
    std::string errors;                  ///< of the last build
    unsigned errors_generation = 0;
    bool stopping = false;
};

namespace {

/// A thread for each connection: an open page keeps one for its events, and one that sends nothing must not keep others
/// from being answered.
class Connections : public httplib::TaskQueue {
public:
    void enqueue(std::function<void()> work) override
    {
        std::unique_lock lock(m_mutex);
        m_ended.wait(lock, [this] { return m_open < most; });
        ++m_open;
        std::thread([this, work = std::move(work)] {
            work();
            const std::scoped_lock end(m_mutex);
            --m_open;
            m_ended.notify_all(); // Under the lock: after the last one this object may go.
        }).detach();
    }

    void shutdown() override
    {
        std::unique_lock lock(m_mutex);
        m_ended.wait(lock, [this] { return m_open == 0; });
    }

private:
    static constexpr int most = 1000;
    std::mutex m_mutex;
    std::condition_variable m_ended;
    int m_open = 0;
};

/// The host is this machine's own name for itself, with any port.
bool is_local(std::string host)
{
    const std::size_t colon = host.rfind(':');
    if (colon != host.npos && host.find(']', colon) == host.npos)
        host.resize(colon);
    return host == "localhost" || host == "127.0.0.1" || host == "[::1]";
}

std::string read_bytes(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// The file for a URL path, or an empty path. Never outside the folder.
fs::path file_of(const fs::path& folder, const std::string& url)
{
    fs::path relative = fs::path(url).lexically_relative("/").lexically_normal();
    if (url.find('\0') != std::string::npos || relative.empty() || *relative.begin() == "..")
        return {};
    fs::path file = folder / relative;
    std::error_code ignored;
    if (fs::is_directory(file, ignored))
        file = url.ends_with('/') ? file / "index.html" : fs::path{};
    return fs::is_regular_file(file, ignored) ? file : fs::path{};
}

}

Server::Server(ServerOptions options) : m_state(std::make_unique<State>())
{
    m_state->options = std::move(options);
    State& state = *m_state;
    state.http.new_task_queue = [] { return new Connections; };
    state.http.set_pre_routing_handler([](const httplib::Request& request, httplib::Response& response) {
        if (is_local(request.get_header_value("Host")))
            return httplib::Server::HandlerResponse::Unhandled;
        response.status = 421;
        response.set_content("gloss serve answers to localhost only\n", "text/plain; charset=utf-8");
        return httplib::Server::HandlerResponse::Handled;
    });
    state.http.Get(std::string(live_reload_script_path), [](const httplib::Request&, httplib::Response& response) {
        response.set_content(std::string(live_reload_script()), "text/javascript; charset=utf-8");
    });
    state.http.Get(std::string(live_reload_events_path), [&state](const httplib::Request&, httplib::Response& response) {
        unsigned seen = 0, seen_errors = 0;
        std::string hello;
        {
            const std::scoped_lock lock(state.mutex);
            seen = state.generation;
            hello = "event: hello\ndata: " + state.build() + "\n\n";
            seen_errors = state.errors.empty() ? state.errors_generation : state.errors_generation - 1;
        }
        response.set_header("Cache-Control", "no-store");
        response.set_chunked_content_provider(
            "text/event-stream", [&state, seen, seen_errors, hello](std::size_t, httplib::DataSink& sink) mutable {
                std::string event = ": alive\n\n";
                if (!hello.empty()) {
                    event = std::exchange(hello, {});
                    return sink.write(event.data(), event.size());
                }
                {
                    std::unique_lock lock(state.mutex);
                    state.changed.wait_for(lock, std::chrono::seconds(2), [&] {
                        return state.stopping || state.generation != seen || state.errors_generation != seen_errors;
                    });
                    if (state.stopping)
                        return false;
                    if (state.errors_generation != seen_errors) {
                        seen_errors = state.errors_generation;
                        event = "event: errors\ndata: " + json_string(state.errors) + "\n\n";
                    } else if (state.generation != seen) {
                        const bool only_the_last = state.generation == seen + 1;
                        seen = state.generation;
                        event = "event: reload\ndata: {\"build\":\"" + state.build() + "\",\"pages\":" +
                                (only_the_last ? state.pages : "[]") + "}\n\n";
                    }
                }
                return sink.write(event.data(), event.size());
            });
    });
    state.http.Get(".*", [&state](const httplib::Request& request, httplib::Response& response) {
        const fs::path folder = state.options.folder;
        fs::path file = file_of(folder, request.path);
        if (file.empty() && !request.path.ends_with('/') && !file_of(folder, request.path + "/").empty()) {
            response.set_redirect(request.path + "/", 301);
            return;
        }
        response.status = file.empty() ? 404 : 200;
        if (file.empty())
            file = folder / "404.html";
        const std::string type(media_type(file.string()));
        if (state.options.published_headers) {
            for (const auto& [name, value] : published_headers(read_bytes(folder / "_headers"), request.path))
                response.set_header(name, value);
            const std::string accepted = request.get_header_value("Accept-Encoding");
            response.set_header("Vary", "Accept-Encoding");
            for (const auto& [encoding, ending] : std::initializer_list<std::pair<const char*, const char*>>{{"br", ".br"}, {"gzip", ".gz"}})
                if (accepted.find(encoding) != std::string::npos && fs::exists(file.string() + ending)) {
                    file += ending;
                    response.set_header("Content-Encoding", encoding);
                    break;
                }
        } else {
            response.set_header("Cache-Control", "no-store");
        }
        // Asked for before the file is read: a page that a build replaces meanwhile is reloaded once too often, not never.
        const std::string build = [&] {
            const std::scoped_lock lock(state.mutex);
            return state.build();
        }();
        std::string bytes = read_bytes(file);
        if (state.options.live_reload && type.starts_with("text/html"))
            bytes = with_live_reload(bytes, build);
        response.set_content(std::move(bytes), type);
    });
}

Server::~Server() { stop(); }

bool Server::bind()
{
    // The library's default also shares a port with another server of ours; then readers reach either. Only the wait after
    // a closed one is skipped.
    m_state->http.set_socket_options([](socket_t socket) {
        const int yes = 1;
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    if (m_state->options.port == 0) {
        m_state->port = m_state->http.bind_to_any_port("127.0.0.1");
        return m_state->port > 0;
    }
    m_state->port = m_state->options.port;
    return m_state->http.bind_to_port("127.0.0.1", m_state->port);
}

int Server::port() const { return m_state->port; }
void Server::run() { m_state->http.listen_after_bind(); }

void Server::stop()
{
    {
        const std::scoped_lock lock(m_state->mutex);
        m_state->stopping = true;
    }
    m_state->changed.notify_all();
    m_state->http.stop();
}

void Server::reload(const std::vector<std::string>& pages)
{
    constexpr std::size_t most = 500;
    std::string list;
    if (pages.size() <= most)
        for (const std::string& page : pages)
            list.append(list.empty() ? "" : ",").append(json_string(page));
    {
        const std::scoped_lock lock(m_state->mutex);
        ++m_state->generation;
        m_state->pages = "[" + list + "]";
    }
    m_state->changed.notify_all();
}

void Server::show_errors(std::string text)
{
    {
        const std::scoped_lock lock(m_state->mutex);
        if (text == m_state->errors)
            return;
        m_state->errors = std::move(text);
        ++m_state->errors_generation;
    }
    m_state->changed.notify_all();
}

}
