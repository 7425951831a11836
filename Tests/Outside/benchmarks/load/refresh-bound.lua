-- As refresh.lua, with a proof of the family's key beside each token (RFC 9449).
-- Arguments: a file with a refresh token a line, one for each thread; a file with proofs, each thread's in turn; how many threads there are.
dofile(debug.getinfo(1, "S").source:match("@(.*/)") .. "refresh.lua")

local proofs, used = {}, 0
local kind = "application/x-www-form-urlencoded"
local begin = init

function init(args)
  begin(args)
  local line = 0
  for text in io.lines(args[2]) do
    line = line + 1
    if line % tonumber(args[3]) == number % tonumber(args[3]) then proofs[#proofs + 1] = text end
  end
end

function request()
  used = used + 1
  -- One that was used is refused, and the load fails: there were too few.
  local headers = { ["Content-Type"] = kind, ["DPoP"] = proofs[math.min(used, #proofs)] }
  return wrk.format("POST", "/oauth/token", headers, "grant_type=refresh_token&client_id=careline&refresh_token=" .. token)
end
