-- Every thread has one connection and one family of refresh tokens, and shows each time the token that it was given last.
-- Argument: a file with a refresh token a line, one for each thread.
dofile(debug.getinfo(1, "S").source:match("@(.*/)") .. "report.lua")

local threads = 0
local headers = { ["Content-Type"] = "application/x-www-form-urlencoded" }

function setup(thread)
  threads = threads + 1
  thread:set("number", threads)
end

function init(args)
  local line = 0
  for text in io.lines(args[1]) do
    line = line + 1
    if line == number then token = text end
  end
end

function request()
  return wrk.format("POST", "/oauth/token", headers, "grant_type=refresh_token&client_id=careline&refresh_token=" .. token)
end

function response(status, _, body)
  token = body:match('"refresh_token":"([^"]+)"') or token
end
