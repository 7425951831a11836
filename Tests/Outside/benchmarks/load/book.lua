-- Books slots that are free: patient after patient, each at times of their own, with another provider each time.
-- Arguments: a file of "id token" lines for the patients, one with a provider's id a line, the first slot (seconds since 1970),
-- its number, minutes of a slot.
dofile(debug.getinfo(1, "S").source:match("@(.*/)") .. "report.lua")

local tokens, providers, base, slot, minutes, at = {}, {}, 0, 0, 0, 0
local run = ""

function init(args)
  for line in io.lines(args[1]) do tokens[#tokens + 1] = line:match(" (.*)$") end
  for line in io.lines(args[2]) do providers[#providers + 1] = line end
  base, slot, minutes = tonumber(args[3]), tonumber(args[4]), tonumber(args[5])
  run = args[3] .. "-" .. args[4] .. "-"
end

function request()
  if at == #tokens then at, slot = 0, slot + 1 end
  at = at + 1
  local starts = base + slot * minutes * 60
  -- Patients of one time have providers of their own.
  local provider = providers[(at + slot) % #providers + 1]
  local body = string.format(
    '{"providerId":"%s","title":"Check-up","description":"A first visit","startTime":"%s","endTime":"%s"}',
    provider, os.date("!%Y-%m-%dT%H:%M:%SZ", starts), os.date("!%Y-%m-%dT%H:%M:%SZ", starts + minutes * 60))
  local headers = {
    ["Authorization"] = "Bearer " .. tokens[at], ["Content-Type"] = "application/json",
    ["Idempotency-Key"] = "bench-" .. run .. slot .. "-" .. at,
  }
  return wrk.format("POST", "/appointments", headers, body)
end
