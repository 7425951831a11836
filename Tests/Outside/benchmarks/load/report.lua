-- wrk calls `done` at the end: one JSON line, times in milliseconds. With CARE_LOAD_RATE requests begin at chance times, so many a second in the
-- mean, whether or not the earlier have ended, as long as a connection is free: each, when it is, takes the next of the times.
local rate = tonumber(os.getenv("CARE_LOAD_RATE") or "")
if rate then
  local ffi = require("ffi")
  ffi.cdef("typedef struct { long seconds, nanoseconds; } care_time; int clock_gettime(int clock, care_time *time);")
  local clock, at = ffi.new("care_time"), nil

  function delay()
    ffi.C.clock_gettime(1, clock)
    local now = tonumber(clock.seconds) + tonumber(clock.nanoseconds) / 1e9
    at = (at or now) - math.log(1 - math.random()) / rate
    return math.max(0, math.ceil((at - now) * 1000))
  end
end

function done(summary, latency, requests)
  local errors = summary.errors
  local detail = string.format("status %d, connect %d, read %d, write %d, timeout %d",
    errors.status, errors.connect, errors.read, errors.write, errors.timeout)
  local total = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  local quantiles = {}
  for each = 1, 100 do quantiles[each] = string.format("%.4f", latency:percentile(each - 0.5) / 1000) end
  io.write(string.format('{"requests": %d, "seconds": %.6f, "errors": %d, "detail": "%s", "p50": %.4f, "p99": %.4f, "quantiles": [%s]}\n',
    summary.requests, summary.duration / 1e6, total, detail, latency:percentile(50) / 1000, latency:percentile(99) / 1000, table.concat(quantiles, ", ")))
end
