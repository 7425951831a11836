import Foundation
import Glibc
import Synchronization
import TestKit
import Testing

@testable import Postgres

@Suite struct HostRaceTests {
    private static let soon = 0.005

    @Test func aHostThatSaysNothingHoldsUpNobody() throws {
        let (silence, returned) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let race = HostRace<Int>(
            hosts: 3, stagger: Self.soon,
            ask: { host in
                if host == 0 { silence.wait() }
                return .success(host)
            }, giveBack: { found in if found == 0 { returned.signal() } })
        #expect(try race.run() != 0)
        // What it says later is closed.
        silence.signal()
        #expect(returned.wait(timeout: .now() + 30) == .success)
    }

    /// The machine of the primary has vanished: until libpq gives it up, a standby becomes the primary.
    @Test func aStandbyIsAskedAgainWhileAnotherSaysNothing() throws {
        let silence = DispatchSemaphore(value: 0)
        let asked = Mutex(0)
        let race = HostRace<Int>(
            hosts: 2, stagger: Self.soon,
            ask: { host in
                if host == 0 {
                    silence.wait()
                    return .failure(.timeout)
                }
                let times = asked.withLock { times in
                    times += 1
                    return times
                }
                return times < 3 ? .failure(.unknown) : .success(host)
            }, giveBack: { _ in })
        #expect(try race.run() == 1)
        #expect(asked.withLock(\.self) == 3)
        silence.signal()
    }

    @Test func noOtherIsAskedWhereTheFirstIsThePrimary() throws {
        let asked = Mutex<[Int]>([])
        let race = HostRace<Int>(
            hosts: 3, stagger: 60,
            ask: { host in
                asked.withLock { $0.append(host) }
                return .success(host)
            }, giveBack: { _ in })
        #expect(try race.run() == 0)
        #expect(asked.withLock(\.self) == [0])
    }

    @Test func whatTellsMostIsSaidWhereNoneIsFound() {
        let answers: [PostgresConnectFailure] = [.unknown, .timeout, .password]
        let race = HostRace<Int>(hosts: 3, stagger: Self.soon, ask: { .failure(answers[$0]) }, giveBack: { _ in })
        #expect(throws: PostgresConnectFailure.password) { try race.run() }
        let silent = HostRace<Int>(hosts: 2, stagger: Self.soon, ask: { _ in .failure(.unknown) }, giveBack: { _ in })
        #expect(throws: PostgresConnectFailure.unknown) { try silent.run() }
    }

    /// libpq would be at the first for its whole connect_timeout.
    @Test func aPoolFindsThePrimaryBehindAHostThatSaysNothing() async throws {
        let deaf = try DeafHost()
        defer { deaf.close() }
        try await TestKit.withServer { server in
            let url = "postgres:///postgres?host=\(deaf.directory),\(server.socket)&user=postgres&target_session_attrs=read-write&connect_timeout=3600"
            try await TestKit.withPool(url: url, size: 1) { pool in
                let directory: String = try await pool.value("SELECT current_setting('data_directory')")
                #expect(directory == server.directory + "/data")
            }
        }
    }
}

/// A socket where connections are taken in and nothing is ever said, as of a machine that stands still.
private struct DeafHost {
    let directory: String
    private let socket: Int32

    init() throws {
        directory = "/tmp/care-deaf-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array("\(directory)/.s.PGSQL.5432".utf8)) }
        let bound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        try #require(bound == 0 && listen(socket, 8) == 0)
    }

    func close() {
        Glibc.close(socket)
        try? FileManager.default.removeItem(atPath: directory)
    }
}
