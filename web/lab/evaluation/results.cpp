#include "web/lab/evaluation/results.h"

namespace lab {

void Results::update(const State& state, const Catalog& catalog)
{
    const bool is_same = m_is_current && m_catalog == &catalog && m_state == state;
    if (is_same)
        return;
    if (!m_is_current || !(m_state.serving == state.serving)) {
        serving = evaluate(state.serving, catalog);
        memory = evaluate(memory_scenario(state.serving), catalog);
    }
    switch (state.panel) {
    case Panel::map:
        map.begin(state.serving, catalog);
        m_has_work = !map.is_complete();
        break;
    case Panel::roofline: roofline = make_roofline(state.serving, catalog); break;
    case Panel::curves: curves = make_curves(state.serving, state.compared, catalog); break;
    case Panel::topology:
        traffic = make_traffic(state.collective, catalog);
        collective_problem = traffic.answered ? engine::Problem{} : evaluate(state.collective, catalog).problem;
        break;
    case Panel::parallelism: layouts = make_layouts(state, catalog); break;
    case Panel::measured:
        measured.begin(catalog);
        measured_outputs = lab::measured_outputs(catalog);
        m_has_work = true;
    }
    m_state = state;
    m_catalog = &catalog;
    m_is_current = true;
}

bool Results::work()
{
    if (!m_has_work)
        return false;
    m_has_work = m_state.panel == Panel::map ? map.work() : m_state.panel == Panel::measured && measured.work();
    return m_has_work;
}

}
