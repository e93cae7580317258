#include "engine/calculators/plan_fields.h"

#include "engine/calculators/blank_answer.h"

namespace engine {

namespace {

Problem check(const Request& request)
{
    if (Problem problem = check_inputs(plan_calculator, request.inputs); problem.code != ErrorCode::none)
        return problem;
    if (!is_complete(request.specs.model))
        return {.code = ErrorCode::missing, .field = static_cast<int>(PlanInput::model)};
    return {};
}

} // namespace

Problem evaluate_plan(const Request& request, Answer& answer)
{
    const Problem problem = check(request);
    if (problem.code == ErrorCode::none)
        blank(answer, request.inputs);
    return problem;
}

Problem derive_plan(const Request& request, Derivation& derivation)
{
    derivation.steps_used = 0;
    return check(request);
}

} // namespace engine
