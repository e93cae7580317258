#include "site/serve/live_reload.h"

namespace site {

std::string_view live_reload_script()
{
    return R"js(// Written by `gloss serve`; not published.
const key = 'gloss-scroll:' + location.pathname;
const kept = sessionStorage.getItem(key);
if (kept !== null) {
    sessionStorage.removeItem(key);
    history.scrollRestoration = 'manual';
    scrollTo(0, Number(kept));
}
let overlay;
function show(text) {
    overlay?.remove();
    overlay = null;
    if (!text)
        return;
    overlay = document.createElement('pre');
    overlay.setAttribute('role', 'alert');
    Object.assign(overlay.style, {
        position: 'fixed', inset: 'auto 0 0 0', maxHeight: '60vh', overflow: 'auto', margin: 0, padding: '1rem 1.5rem',
        background: '#2a1210', color: '#ffd9cf', font: '14px/1.6 ui-monospace, monospace', whiteSpace: 'pre-wrap',
        zIndex: 9999, borderTop: '4px solid #f2643c',
    });
    overlay.textContent = text;
    document.body.append(overlay);
}
let build = new URL(import.meta.url).searchParams.get('build'); // What the server had published when this page was read.
function reload() {
    sessionStorage.setItem(key, String(scrollY));
    location.reload();
}
const events = new EventSource('/__gloss/events');
events.addEventListener('hello', (event) => {
    if (build !== event.data)
        reload(); // Builds were missed before there was a connection, or while it was down.
    build = event.data;
});
events.addEventListener('reload', (event) => {
    const { build: now, pages } = JSON.parse(event.data);
    build = now;
    if (!pages.length || pages.includes(decodeURI(location.pathname)))
        reload();
});
events.addEventListener('errors', (event) => show(JSON.parse(event.data)));
)js";
}

std::string with_live_reload(std::string_view html, std::string_view build)
{
    std::string tag = "<script type=\"module\" src=\"";
    tag.append(live_reload_script_path).append("?build=").append(build).append("\"></script>\n");
    const std::size_t end = html.rfind("</body>");
    std::string result(html.substr(0, end));
    result += tag;
    if (end != html.npos)
        result += html.substr(end);
    return result;
}

}
