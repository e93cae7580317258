#include "engine/models/serving_parameters.h"

#include "engine/models/serving_constants.h"

namespace engine {

const ServingParameters& serving_parameters(ServingEngine engine)
{
    switch (engine) {
    case ServingEngine::sglang: return serving_constants::sglang;
    case ServingEngine::tensorrt_llm: return serving_constants::tensorrt_llm;
    default: return serving_constants::vllm;
    }
}

}
