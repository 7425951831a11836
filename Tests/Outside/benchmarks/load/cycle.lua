-- Sends the requests of a file in turn, again and again. Each line: method, path, bearer token or -, content type or -, body.
dofile(debug.getinfo(1, "S").source:match("@(.*/)") .. "report.lua")

local requests, count, at = {}, 0, 0

function init(args)
  for line in io.lines(args[1]) do
    local method, path, token, kind, body = line:match("^([^\t]*)\t([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)$")
    local headers = {}
    if token ~= "-" then headers["Authorization"] = "Bearer " .. token end
    if kind ~= "-" then headers["Content-Type"] = kind end
    count = count + 1
    requests[count] = wrk.format(method, path, headers, kind ~= "-" and body or nil)
  end
end

function request()
  at = at % count + 1
  return requests[at]
end
