import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// The session with a keychain, against a server that answers as each test says.
@Suite(.timeLimit(.minutes(3))) struct SessionTests {
    static func tokens(_ number: Int, idToken: String? = nil) -> HTTPReply {
        let more = idToken.map { #","id_token":"\#($0)""# } ?? ""
        return .json(#"{"access_token":"access-\#(number)","expires_in":600,"refresh_token":"refresh-\#(number)","token_type":"Bearer","scope":"openid"\#(more)}"#)
    }

    static let metadata = HTTPReply.json(
        """
        {"issuer":"https://care.test","authorization_endpoint":"https://care.test/oauth/authorize","token_endpoint":"https://care.test/oauth/token"}
        """)

    // MARK: Refreshing

    @Test func refreshesOnceForAll() async throws {
        let device = TestDevice()
        try device.keepSession(expiresIn: 10)
        device.server.answer { _ in
            try await Task.sleep(for: .milliseconds(20))
            return Self.tokens(2)
        }
        let session = try device.session()
        let all = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 { group.addTask { try await session.token() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(all == Array(repeating: "access-2", count: 50))
        #expect(device.server.calls.count == 1)
        #expect(device.server.calls.first?.form == ["grant_type": "refresh_token", "client_id": "my-app", "refresh_token": "refresh-1"])
        // And it is kept.
        #expect(try await device.session().token() == "access-2")
    }

    @Test func sendsTheSameTokenAgainWhenAnAnswerWasLost() async throws {
        let device = TestDevice()
        try device.keepSession(expiresIn: 10)
        device.server.answerInTurn { number, _ in
            if number < 3 { throw TransportFault.unreachable }
            return Self.tokens(2)
        }
        #expect(try await device.session().token() == "access-2")
        #expect(device.server.calls.map(\.form["refresh_token"]) == ["refresh-1", "refresh-1", "refresh-1"])
    }

    @Test func isOfflineForAMomentAndThenGoesOn() async throws {
        let device = TestDevice()
        try device.keepSession(expiresIn: 10)
        let session = try device.session()
        let began = device.now
        await #expect(throws: CareError.offline) { try await session.token() }
        // Later the server would take the same token for a stolen one.
        #expect(device.now.timeIntervalSince(began) < 10)
        #expect(session.state == .loggedIn(TestDevice.user))
        device.server.answer { _ in Self.tokens(2) }
        #expect(try await session.token() == "access-2")
    }

    /// Changes the token once, and says the same again for ten seconds, as Auth does.
    private static func rotated(_ device: TestDevice, _ at: Locked<Date?>) -> HTTPReply {
        let now = device.now
        let first = at.withLock { at in
            let first = at ?? now
            at = first
            return first
        }
        return now.timeIntervalSince(first) > 10 ? .json(#"{"error":"invalid_grant"}"#, status: 400) : tokens(2)
    }

    /// The server has changed the token, and its answer was dropped on the way without a word, twice.
    @Test func anAnswerThatIsLostInSilenceIsAskedForWhileTheServerRepeatsIt() async throws {
        let device = TestDevice()
        try device.keepSession(expiresIn: 10)
        let rotated = Locked<Date?>(nil)
        device.server.answerInTurn { number, call in
            let reply = Self.rotated(device, rotated)
            if number == 1 { try await Task.sleep(for: .seconds(3600)) }
            if number == 2 {
                device.pass(call.deadline / .seconds(1))
                throw TransportFault.deadline
            }
            return reply
        }
        let session = try device.session(silence: {})
        #expect(try await session.token() == "access-2")
        #expect(session.state == .loggedIn(TestDevice.user) && device.server.calls.count == 3)
    }

    /// For longer than the server repeats it: what it has said to the first attempt comes when the network is back, and nobody shows the old token any more.
    @Test func anAnswerThatComesAfterALongSilenceIsTaken() async throws {
        let device = TestDevice()
        try device.keepSession(expiresIn: 10)
        let (began, rotated, asked) = (device.now, Locked<Date?>(nil), Locked<[TimeInterval]>([]))
        let (back, isBack) = AsyncStream<Void>.makeStream()
        device.server.answerInTurn { number, call in
            asked.withLock { $0.append(device.now.timeIntervalSince(began)) }
            let reply = Self.rotated(device, rotated)
            if number == 1 {
                for await _ in back {}
                return reply
            }
            device.pass(call.deadline / .seconds(1))
            throw TransportFault.deadline
        }
        let session = try device.session(silence: {})
        async let token = session.token()
        while asked.withLock({ $0.count }) < 3 { try await Task.sleep(for: .milliseconds(2)) }
        device.pass(15)
        isBack.finish()
        #expect(try await token == "access-2")
        #expect(session.state == .loggedIn(TestDevice.user))
        // And each of the others was over before the server would have taken it for a thief's.
        #expect(asked.withLock { $0 }.allSatisfy { $0 + 3 < 10 })
        #expect(device.server.calls.first?.deadline == .seconds(30))
    }

    /// A page in place of the tokens, and what stands before the server and refuses: neither says anything of what the token is for.
    @Test(
        arguments: [
            (HTTPReply(status: 200, headers: ["Content-Type": "text/html"], body: Data("<html>".utf8)), CareError.server(status: 200, retryAfter: nil)),
            (.problem("forbidden", 403), .server(status: 403, retryAfter: nil)),
            (.json(#"{"error":"invalid_dpop_proof"}"#, status: 400), .login(.denied("invalid_dpop_proof")))
        ] as [(HTTPReply, CareError)])
    func noTokenIsNoRefusal(reply: HTTPReply, error: CareError) async throws {
        let device = TestDevice()
        try device.keepSession(expiresIn: 10)
        device.server.answer { _ in reply }
        let session = try device.session()
        await #expect(throws: error) { try await session.token() }
        #expect(session.state == .loggedIn(TestDevice.user))
    }

    // MARK: A keychain that keeps nothing for a while

    private static func session(
        _ device: TestDevice, _ isFull: Locked<Bool>, sleep: (@Sendable (Duration) async throws -> Void)? = nil
    ) throws -> CareSession {
        let kept = device.keychain
        let keychain = Keychain(read: kept.read) { name, value in
            if isFull.withLock({ $0 }) { throw CocoaError(.fileWriteOutOfSpace) }
            try kept.write(name, value)
        }
        var clock = device.clock
        if let sleep { clock.sleep = sleep }
        let authority = Authority(server: TestDevice.address, clientID: "my-app", transport: device.server, clock: clock)
        return try CareSession(authority, redirect: TestDevice.redirect, keychain: keychain, storage: .memory)
    }

    @Test func tokensThatAreNotKeptAreGoodForThisRunAndKeptLater() async throws {
        let device = TestDevice()
        try device.keepSession(expiresIn: 10)
        let count = Locked(1)
        device.server.answer { call in
            let number = count.withLock { count in
                count += 1
                return count
            }
            // Each once: a token that was spent ends the session.
            return call.form["refresh_token"] == "refresh-\(number - 1)" ? Self.tokens(number) : .json(#"{"error":"invalid_grant"}"#, status: 400)
        }
        let isFull = Locked(true)
        let session = try Self.session(device, isFull)
        #expect(try await session.token() == "access-2")
        device.pass(600)
        #expect(try await session.token() == "access-3")
        isFull.withLock { $0 = false }
        device.pass(600)
        #expect(try await session.token() == "access-4")
        #expect(try await device.session().token() == "access-4")
    }

    /// A client that was closed writes over nobody who has logged in to the next one.
    @Test func whatIsNotKeptIsTriedNoMoreBehindTheEnd() async throws {
        let device = TestDevice()
        try device.keepSession(expiresIn: 10)
        device.server.answer { _ in Self.tokens(2) }
        let (isFull, pauses) = (Locked(true), Locked(0))
        let (go, isGoing) = AsyncStream<Void>.makeStream()
        let session = try Self.session(device, isFull) { _ in
            pauses.withLock { $0 += 1 }
            for await _ in go { break }
        }
        #expect(try await session.token() == "access-2")
        while pauses.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(2)) }
        await session.end()
        isFull.withLock { $0 = false }
        let stranger = UserID(UUID.v7())
        try device.keychain.logIn(stranger, token: "theirs", until: device.now.addingTimeInterval(600))
        isGoing.finish()
        try await Task.sleep(for: .milliseconds(50))
        let kept = try #require(try device.keychain.read("session"))
        #expect(try Wire.decode(KeptSession.self, from: kept).userID == stranger)
        #expect(pauses.withLock { $0 } == 1)
    }

    /// What it takes at last is kept before the end.
    @Test func whatIsNotKeptIsTriedOnceMoreAtTheEnd() async throws {
        let device = TestDevice()
        try device.keepSession(expiresIn: 10)
        device.server.answer { _ in Self.tokens(2) }
        let isFull = Locked(true)
        let session = try Self.session(device, isFull) { _ in try await Task.sleep(for: .seconds(3600)) }
        #expect(try await session.token() == "access-2")
        isFull.withLock { $0 = false }
        await session.end()
        #expect(try await device.session().token() == "access-2")
    }

    @Test func aLoginThatIsNotKeptIsNone() async throws {
        let device = TestDevice()
        let nonce = Locked("")
        Self.server(device, nonce)
        let session = try Self.session(device, Locked(true))
        await #expect(throws: CareError.self) { try await session.logIn(scopes: [.messagesRead], present: Self.browser(nonce)) }
        #expect(session.state == .loggedOut)
        // Nobody has its tokens.
        #expect(device.server.calls("/oauth/revoke").map(\.form["token"]) == ["refresh-1"])
    }

    @Test func endsWhenTheServerSaysSo() async throws {
        let device = TestDevice()
        try device.keepSession(expiresIn: 10)
        device.server.answer { _ in .json(#"{"error":"invalid_grant"}"#, status: 400) }
        let session = try device.session()
        await #expect(throws: CareError.expired) { try await session.token() }
        for await state in session.states where state == .expired(TestDevice.user) { break }
        #expect(session.userID == TestDevice.user)
        // After a restart too, without asking again.
        let again = try device.session()
        await #expect(throws: CareError.expired) { try await again.token() }
        #expect(device.server.calls.count == 1)
    }

    @Test func takesWhatAnotherProcessHasRefreshed() async throws {
        let device = TestDevice()
        try device.keepSession(expiresIn: 10)
        let session = try device.session()
        let tokens = Tokens(
            userID: TestDevice.user, accessToken: "theirs", expiresAt: device.now.addingTimeInterval(600), refreshToken: "refresh-9", scope: "")
        try device.keychain.write("session", Wire.encode(KeptSession(userID: TestDevice.user, tokens: tokens)))
        #expect(try await session.token() == "theirs")
        #expect(device.server.calls.isEmpty)
    }

    /// Its own would be taken for a thief's, and end the session.
    @Test func spendsWhatAnotherProcessGotWhenThatHasAgedToo() async throws {
        let device = TestDevice()
        try device.keepSession(expiresIn: 10)
        let session = try device.session()
        let tokens = Tokens(userID: TestDevice.user, accessToken: "theirs", expiresAt: device.now.addingTimeInterval(5), refreshToken: "refresh-9", scope: "")
        try device.keychain.write("session", Wire.encode(KeptSession(userID: TestDevice.user, tokens: tokens)))
        device.server.answer { _ in Self.tokens(10) }
        #expect(try await session.token() == "access-10")
        #expect(device.server.calls.map(\.form["refresh_token"]) == ["refresh-9"])
    }

    /// An extension of the app that was begun before: it spends nothing, and what the app has kept since stays.
    @Test(arguments: [true, false]) func followsWhatAnotherProcessHasMadeOfIt(isSomebodyElse: Bool) async throws {
        let device = TestDevice()
        try device.keepSession(expiresIn: 10)
        let session = try device.session()
        let stranger = UserID(UUID.v7())
        try device.keychain.write("session", nil)
        if isSomebodyElse { try device.keychain.logIn(stranger, token: "theirs", until: device.now.addingTimeInterval(600)) }
        await #expect(throws: CareError.loggedOut) { try await session.token() }
        let now: SessionState = isSomebodyElse ? .loggedIn(stranger) : .loggedOut
        for await state in session.states where state == now { break }
        #expect(device.server.calls.isEmpty)
        #expect(try (device.keychain.read("session") == nil) == !isSomebodyElse)
        if isSomebodyElse { #expect(try await session.token() == "theirs") }
    }

    /// The same of what it makes of it while the answer to a refresh is on its way.
    @Test(arguments: ["another pair", "the end"]) func followsWhatAnotherProcessMakesOfItMeanwhile(answer: String) async throws {
        let device = TestDevice()
        try device.keepSession(expiresIn: 10)
        let session = try device.session()
        let stranger = UserID(UUID.v7())
        device.server.answer { _ in
            try device.keychain.logIn(stranger, token: "theirs", until: device.now.addingTimeInterval(600))
            return answer == "the end" ? .json(#"{"error":"invalid_grant"}"#, status: 400) : Self.tokens(2)
        }
        await #expect(throws: CareError.loggedOut) { try await session.token() }
        for await state in session.states where state == .loggedIn(stranger) { break }
        #expect(try await session.token() == "theirs")
        let kept = try #require(try device.keychain.read("session"))
        #expect(try Wire.decode(KeptSession.self, from: kept).userID == stranger)
    }

    /// The same person has logged in again there, which has ended the session before: theirs is kept, whatever becomes of the refresh here.
    @Test(arguments: ["another pair", "the end"]) func takesWhatAnotherProcessHasLoggedInMeanwhile(answer: String) async throws {
        let device = TestDevice()
        try device.keepSession(expiresIn: 10)
        let session = try device.session()
        device.server.answer { _ in
            try device.keychain.logIn(TestDevice.user, token: "again", until: device.now.addingTimeInterval(600), refreshToken: "refresh-9")
            return answer == "the end" ? .json(#"{"error":"invalid_grant"}"#, status: 400) : Self.tokens(2)
        }
        #expect(try await session.token() == "again")
        #expect(session.state == .loggedIn(TestDevice.user))
        let kept = try #require(try device.keychain.read("session"))
        #expect(try Wire.decode(KeptSession.self, from: kept).tokens?.refreshToken == "refresh-9")
    }

    /// As an extension that was there before the app has logged somebody in, or in again.
    @Test(arguments: [false, true]) func goesOnWithWhatAnotherProcessHasLoggedIn(hadExpired: Bool) async throws {
        let device = TestDevice()
        if hadExpired { try device.keychain.write("session", Wire.encode(KeptSession(userID: TestDevice.user, tokens: nil))) }
        let session = try device.session()
        await session.lookForOthers()
        #expect(session.state == (hadExpired ? .expired(TestDevice.user) : .loggedOut))
        try device.keepSession()
        await session.lookForOthers()
        #expect(session.state == .loggedIn(TestDevice.user))
        #expect(try await session.token() == "access-1")
    }

    /// What this one has logged out, and the keychain did not take, is no login of another's.
    @Test func whatIsLoggedOutHereIsNotTakenForAnothers() async throws {
        let device = TestDevice()
        try device.keepSession()
        let kept = device.keychain
        let authority = Authority(server: TestDevice.address, clientID: "my-app", transport: device.server, clock: device.clock)
        let keychain = Keychain(
            read: { name in try kept.read(name) },
            write: { name, value in
                guard name != CareSession.name else { throw StorageFault.full }
                try kept.write(name, value)
            })
        let session = try CareSession(authority, redirect: TestDevice.redirect, keychain: keychain, storage: .memory)
        await session.logOut()
        await session.lookForOthers()
        #expect(session.state == .loggedOut)
        await session.end()
    }

    @Test func whoIsCancelledWaitsNoLonger() async throws {
        let device = TestDevice()
        try device.keepSession(expiresIn: 10)
        let (asked, isAsked) = AsyncStream<Void>.makeStream()
        let (go, isGoing) = AsyncStream<Void>.makeStream()
        device.server.answer { _ in
            isAsked.finish()
            for await _ in go {}
            return Self.tokens(2)
        }
        let session = try device.session()
        let first = Task { try await session.token() }
        for await _ in asked {}
        let second = Task { try await session.token() }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        isGoing.finish()
        #expect(try await first.value == "access-2")
    }

    // MARK: Logging in

    /// A browser that comes back at once, with what `change` makes of a right answer.
    static func browser(_ nonce: Locked<String>, _ change: @escaping @Sendable (inout [String: String]) -> Void = { _ in }) -> @Sendable (URL) async throws -> URL {
        { address in
            let asked = HTTPCall(url: address).query
            nonce.withLock { $0 = asked["nonce"] ?? "" }
            #expect(asked["code_challenge_method"] == "S256" && asked["response_type"] == "code" && asked["redirect_uri"] == "my-app:/callback")
            #expect(asked["scope"] == "messages:read offline_access openid")
            var answer = ["code": "code-1", "state": asked["state"] ?? "", "iss": "https://care.test"]
            change(&answer)
            let query = answer.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.formEncoded)" }.joined(separator: "&")
            return URL(string: "my-app:/callback?" + query) ?? TestDevice.redirect
        }
    }

    static func server(_ device: TestDevice, _ nonce: Locked<String>, _ change: @escaping @Sendable (inout [String: String]) -> Void = { _ in }) {
        device.server.answer { call in
            guard call.url.path == "/oauth/token" else { return metadata }
            var claims = ["iss": "https://care.test", "aud": "my-app", "sub": TestDevice.user.description, "nonce": nonce.withLock { $0 }]
            change(&claims)
            let members = claims.map { #""\#($0)":"\#($1)""# } + [#""exp":1790000300"#]
            return tokens(1, idToken: "e30.\(Base64URL.encode("{\(members.joined(separator: ","))}".utf8)).e30")
        }
    }

    @Test func logsIn() async throws {
        let device = TestDevice()
        let nonce = Locked("")
        Self.server(device, nonce)
        let session = try device.session()
        try await session.logIn(scopes: [.messagesRead], present: Self.browser(nonce))
        #expect(session.state == .loggedIn(TestDevice.user))
        #expect(try await session.token() == "access-1")
        let spent = try #require(device.server.calls("/oauth/token").first).form
        #expect(spent["code"] == "code-1" && spent["code_verifier"]?.count == 43)
    }

    @Test(arguments: ["state", "iss", "code"]) func refusesWhatIsNotItsOwn(name: String) async throws {
        let device = TestDevice()
        let nonce = Locked("")
        Self.server(device, nonce)
        let session = try device.session()
        for forged in ["other", nil] where !(name == "code" && forged != nil) {
            await #expect(throws: CareError.login(.notOurs(name))) {
                try await session.logIn(scopes: [.messagesRead], present: Self.browser(nonce) { $0[name] = forged })
            }
        }
        // The code was never spent.
        #expect(session.state == .loggedOut && device.server.calls("/oauth/token").isEmpty)
    }

    @Test(arguments: ["iss", "aud", "nonce", "sub"]) func refusesAnotherIdToken(claim: String) async throws {
        let device = TestDevice()
        let nonce = Locked("")
        Self.server(device, nonce) { $0[claim] = "other" }
        let session = try device.session()
        await #expect(throws: CareError.login(.notOurs(claim))) { try await session.logIn(scopes: [.messagesRead], present: Self.browser(nonce)) }
        #expect(session.state == .loggedOut)
    }

    @Test func saysWhenThePersonSaysNo() async throws {
        let device = TestDevice()
        let nonce = Locked("")
        Self.server(device, nonce)
        let session = try device.session()
        await #expect(throws: CareError.login(.denied("access_denied"))) {
            try await session.logIn(scopes: [.messagesRead], present: Self.browser(nonce) { $0["error"] = "access_denied" })
        }
    }

    @Test func refusesAServerThatNamesItselfOtherwise() async throws {
        let device = TestDevice()
        device.server.answer { _ in
            .json(#"{"issuer":"https://evil.test","authorization_endpoint":"https://evil.test/a","token_endpoint":"https://evil.test/t"}"#)
        }
        let session = try device.session()
        await #expect(throws: CareError.login(.otherIssuer)) { try await session.logIn(scopes: []) { _ in TestDevice.redirect } }
    }

    // MARK: Logging out

    @Test func logsOutHereAtOnceAndThereWhenItCan() async throws {
        let device = TestDevice()
        try device.keepSession()
        let session = try device.session()
        await session.logOut()
        #expect(session.state == .loggedOut)
        await #expect(throws: CareError.loggedOut) { try await session.token() }
        #expect(try device.keychain.read("session") == nil)

        device.server.answer { _ in HTTPReply(status: 200) }
        let next = try device.session()
        await next.giveBack()
        #expect(device.server.calls.last?.form["token"] == "refresh-1")
        let count = device.server.calls.count
        await next.giveBack()
        #expect(device.server.calls.count == count)
    }

    /// Which reads what is there, and writes it with its own.
    @Test func whatIsToBeEndedIsNotedBehindWhatAnotherProcessNotes() async throws {
        let device = TestDevice()
        try device.keepSession()
        try FileManager.default.createDirectory(at: device.folder, withIntermediateDirectories: true)
        let authority = Authority(server: TestDevice.address, clientID: "my-app", transport: device.server, clock: device.clock)
        let session = try CareSession(authority, redirect: TestDevice.redirect, keychain: device.keychain, storage: device.storage)
        var other = try ProcessLock.take(device.storage, "revocations.lock")
        #expect(other != nil)
        let leaving = Task { await session.logOut() }
        try await Task.sleep(for: .milliseconds(100))
        #expect(try device.keychain.read("revocations") == nil)
        try device.keychain.write("revocations", Wire.encode(["refresh-9"]))
        other = nil
        await leaving.value
        let kept = try #require(try device.keychain.read("revocations"))
        #expect(try Wire.decode([Ending].self, from: kept).map(\.refreshToken) == ["refresh-9", "refresh-1"])
        await session.end()
    }

    /// In the same run, without another login.
    @Test func whatCouldNotBeEndedIsEndedWhenTheNetworkIsBack() async throws {
        let device = TestDevice()
        let care = try await MessageWatchTests.client(device)
        await care.session.logOut()
        #expect(device.server.calls("/oauth/revoke").isEmpty)
        device.server.answer { _ in HTTPReply(status: 204) }
        await care.refresh(.network)
        #expect(device.server.calls("/oauth/revoke").map(\.form["token"]) == ["refresh-1"])
        #expect(try device.keychain.read("revocations") == nil)
        await care.close()
    }

    /// Nobody says when the network is back.
    @Test func whatCouldNotBeEndedIsTriedAgainAfterPausesThatGrow() async throws {
        let device = TestDevice()
        try device.keepSession()
        let pauses = Locked<[Duration]>([])
        device.server.answer { _ in
            guard pauses.withLock({ $0.count }) == 3 else { throw TransportFault.unreachable }
            return HTTPReply(status: 204)
        }
        let clock = CareClock(now: { device.now }, sleep: { duration in pauses.withLock { $0.append(duration) } }, random: { 0.5 })
        let authority = Authority(server: TestDevice.address, clientID: "my-app", transport: device.server, clock: clock)
        let session = try CareSession(authority, redirect: TestDevice.redirect, keychain: device.keychain, storage: .memory)
        await session.logOut()
        while try device.keychain.read("revocations") != nil { try await Task.sleep(for: .milliseconds(2)) }
        #expect(pauses.withLock { $0 } == [.seconds(22.5), .seconds(45), .seconds(90)])
        #expect(device.server.calls("/oauth/revoke").map(\.form["token"]) == ["refresh-1"])
    }

    /// With the session the browser's login; an access token that has ended is replaced for that.
    @Test(arguments: [false, true]) func theBrowsersLoginEndsToo(hasEnded: Bool) async throws {
        let device = TestDevice()
        try device.keepSession()
        device.server.answer { call in
            if call.url.path == "/oauth/token" { return Self.tokens(2) }
            let isGood = call.headers["Authorization"] == "Bearer access-\(hasEnded ? 2 : 1)"
            return call.url.path == "/auth/logout" && !isGood ? .problem("unauthorized", 401) : HTTPReply(status: 204)
        }
        let session = try device.session()
        await session.logOut()
        let asked = device.server.calls("/auth/logout")
        #expect(asked.map { $0.headers["Authorization"] } == (hasEnded ? ["Bearer access-1", "Bearer access-2"] : ["Bearer access-1"]))
        #expect(asked.allSatisfy { $0.method == "POST" })
        #expect(device.server.calls.last?.form["token"] == (hasEnded ? "refresh-2" : "refresh-1"))
        #expect(try device.keychain.read("revocations") == nil)
    }

    /// Nobody has it any more; the browser's login, which the new one may be of, goes on.
    @Test func aLoginEndsTheSessionWhosePlaceItTakes() async throws {
        let device = TestDevice()
        try device.keepSession()
        let nonce = Locked("")
        Self.server(device, nonce)
        let session = try device.session()
        try await session.logIn(scopes: [.messagesRead], present: Self.browser(nonce))
        await session.giveBack()
        #expect(try await session.token() == "access-1")
        let ended = device.server.calls("/oauth/revoke").map(\.form["token"])
        #expect(!ended.isEmpty && ended.allSatisfy { $0 == "refresh-1" } && device.server.calls("/auth/logout").isEmpty)
        #expect(try device.keychain.read("revocations") == nil)
        // Of the first login there is none.
        let other = TestDevice()
        Self.server(other, nonce)
        let first = try other.session()
        try await first.logIn(scopes: [.messagesRead], present: Self.browser(nonce))
        await first.giveBack()
        #expect(other.server.calls("/oauth/revoke").isEmpty)
    }

    /// As an earlier version of the client has left it.
    @Test func whatAnEarlierVersionHasYetToEndIsEnded() async throws {
        let device = TestDevice()
        try device.keychain.write("revocations", Wire.encode(["refresh-8", "refresh-9"]))
        device.server.answer { _ in HTTPReply(status: 200) }
        let session = try device.session()
        await session.giveBack()
        #expect(device.server.calls.map(\.form["token"]) == ["refresh-8", "refresh-9"])
        #expect(try device.keychain.read("revocations") == nil)
    }

    /// What is put away for one state is put away before the next begins.
    @Test func oneChangeIsPutAwayAfterTheOther() async throws {
        let device = TestDevice()
        try device.keepSession()
        let session = try device.session()
        let said = Locked<[String]>([])
        await session.before { _ in
            said.withLock { $0.append("begins") }
            for _ in 0..<100 { await Task.yield() }
            said.withLock { $0.append("ends") }
        }
        await session.logOut()
        let all = said.withLock { $0 }
        #expect(all == (0..<(all.count / 2)).flatMap { _ in ["begins", "ends"] } && all.count >= 4)
        #expect(session.state == .loggedOut)
    }
}
