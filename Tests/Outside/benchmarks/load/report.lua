-- wrk calls `done` at the end: one JSON line, times in milliseconds.
function done(summary, latency, requests)
  local errors = summary.errors
  local detail = string.format("status %d, connect %d, read %d, write %d, timeout %d",
    errors.status, errors.connect, errors.read, errors.write, errors.timeout)
  local total = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format('{"requests": %d, "seconds": %.6f, "errors": %d, "detail": "%s", "p50": %.4f, "p99": %.4f}\n',
    summary.requests, summary.duration / 1e6, total, detail, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
