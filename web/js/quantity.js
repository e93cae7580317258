// Numbers as people write them: 8192, 8,192, 8k, 80GB, 90%. The same rules as site/scenario/value_text.h.

const scales = { '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, m: 1e-3, u: 1e-6, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 };
const bases = { bytes: 'B', bytes_per_token: 'B', bytes_per_second: 'B/s', seconds: 's', watts: 'W', dollars_per_hour: 'USD/h' };
const exceptions = {
  tokens: { k: 2 ** 10, M: 2 ** 20, tokens: 1 }, fraction: { '%': 0.01 }, parameters: { B: 1e9 }, seconds: { min: 60, h: 3600 },
  bytes_per_second: { 'Gbit/s': 1.25e8, 'Tbit/s': 1.25e11 },
};

function factor(suffix, unit) {
  const base = bases[unit] ?? '';
  if (!suffix) return 1;
  return exceptions[unit]?.[suffix] ?? (suffix.endsWith(base) ? scales[suffix.slice(0, suffix.length - base.length)] : 0);
}

/** {value} in base units, or {error}: the id of error.<id> in the page's words. */
export function parseQuantity(text, unit) {
  const [, digits, suffix] = /^([-+\d.,_]*(?:e[-+]?\d+)?)\s*(.*)/i.exec(text);
  const value = digits ? +digits.replace(/[,_](?=\d{3}(?!\d))/g, '') : NaN;
  const times = factor(suffix, unit);
  return isNaN(value) ? { error: 'not_a_number' } : times ? { value: value * times } : { error: 'unknown_unit' };
}
