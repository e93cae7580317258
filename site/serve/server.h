#pragma once
// A web server for one author: 127.0.0.1 only, the published folder, live reload. Not meant for visitors. A request whose
// Host is another name is refused: a page elsewhere could have its own name lead here (DNS rebinding).

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace site {

struct ServerOptions {
    std::string folder;                  ///< the published site
    int port = 8000;
    bool live_reload = true;             ///< adds the script to pages
    bool published_headers = false;      ///< the headers of _headers and the compressed twins, as in production
};

class Server {
public:
    explicit Server(ServerOptions);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// Binds the port; false when it is taken. Port 0 takes a free one.
    bool bind();
    int port() const;
    /// Serves until stop(); call from its own thread.
    void run();
    void stop();

    /// Tells these open pages ("/zh/") to load again; all of them when the list is empty or long.
    void reload(const std::vector<std::string>& pages);
    /// Shows these lines over every open page; an empty text takes them away.
    void show_errors(std::string text);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}
