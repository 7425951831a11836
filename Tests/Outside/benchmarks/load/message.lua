-- Sends text messages, conversation after conversation, each under a client id of its own.
-- Arguments: a file of "conversation token" lines, the run's name, the text.
dofile(debug.getinfo(1, "S").source:match("@(.*/)") .. "report.lua")

local paths, headers, count, sent = {}, {}, 0, 0
local run, text = "", ""

function init(args)
  for line in io.lines(args[1]) do
    local conversation, token = line:match("^(%S+) (%S+)$")
    count = count + 1
    paths[count] = "/conversations/" .. conversation .. "/messages"
    headers[count] = { ["Authorization"] = "Bearer " .. token, ["Content-Type"] = "application/json" }
  end
  run, text = args[2], args[3]
end

function request()
  local at = sent % count + 1
  sent = sent + 1
  local body = string.format('{"clientId":"%s-%d","content":{"text":"%s"}}', run, sent, text)
  return wrk.format("POST", paths[at], headers[at], body)
end
