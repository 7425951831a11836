import Foundation
import TestKit
import Testing

@testable import Postgres

@Suite struct ListenerTests {
    @Test func hearsItsChannels() async throws {
        try await TestKit.withDatabase { url in
            let configuration = try PostgresConfiguration(url: url)
            let pool = PostgresPool(configuration)
            let listener = PostgresListener(configuration, channels: ["outbox", "Feed.x"])
            try await listener.started()
            try await pool.withConnection { connection in
                for number in 0..<100 { _ = try await connection.query("SELECT pg_notify('outbox', \("\(number)"))") }
                _ = try await connection.query("SELECT pg_notify('elsewhere', 'x')")
                _ = try await connection.execute("NOTIFY outbox")
            }
            for number in 0..<100 { #expect(await listener.next() == PostgresListener.Notification(channel: "outbox", payload: "\(number)")) }
            #expect(await listener.next() == PostgresListener.Notification(channel: "outbox", payload: ""))
            await listener.close()
            #expect(await listener.next() == nil)
            await pool.close()
        }
    }

    @Test func reconnectsAndTellsThatItMayHaveMissedSome() async throws {
        try await TestKit.withDatabase { url in
            let configuration = try PostgresConfiguration(url: url)
            let pool = PostgresPool(configuration)
            let listener = PostgresListener(configuration, channels: ["one", "outbox"])
            try await listener.started()
            let gone: Int = try await pool.value(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'")
            #expect(gone == 1)
            #expect(await listener.next() == PostgresListener.Notification(channel: "one", payload: ""))
            #expect(await listener.next() == PostgresListener.Notification(channel: "outbox", payload: ""))
            _ = try await pool.withConnection { try await $0.query("SELECT pg_notify('one', 'after')") }
            #expect(await listener.next() == PostgresListener.Notification(channel: "one", payload: "after"))
            await listener.close()
            await pool.close()
        }
    }

    @Test func startsWhenTheServerDoes() async throws {
        try await TestKit.withServer { server in
            try await server.stop()
            let configuration = try PostgresConfiguration(url: server.url(database: "postgres"))
            let listener = PostgresListener(configuration, channels: ["outbox"])
            try await server.start()
            try await listener.started()
            await listener.close()
        }
    }

    @Test func aCancelledReaderGetsNil() async throws {
        try await TestKit.withDatabase { url in
            let listener = PostgresListener(try PostgresConfiguration(url: url), channels: ["outbox"])
            try await listener.started()
            let reader = Task { await listener.next() }
            reader.cancel()
            #expect(await reader.value == nil)
            await listener.close()
            await #expect(throws: PostgresPoolError.closed) { try await listener.started() }
        }
    }
}
