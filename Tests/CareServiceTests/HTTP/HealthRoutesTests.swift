import NIOHTTP1
import Synchronization
import Testing

@testable import CareService

@Suite(.timeLimit(.minutes(1)))
struct HealthRoutesTests {
    @Test func tellWhetherTheServiceLivesAndIsReady() async throws {
        let fault = Mutex<String?>(nil)
        let routes = HealthRoutes.routes([.init("database") { fault.withLock { $0 } }, .init("broker") { nil }])
        try await withServer(routes) { (server: HTTPServer) async throws -> Void in
            let client = HTTPClient()
            func get(_ path: String) async throws -> (HTTPResponseStatus, String) {
                let response = try await client.get("http://127.0.0.1:\(server.port)\(path)")
                return (response.status, String(decoding: response.body, as: UTF8.self))
            }
            #expect(try await get("/livez") == (.ok, #"{"status":"ok"}"#))
            #expect(try await get("/readyz") == (.ok, #"{"status":"ok"}"#))
            fault.withLock { $0 = "cannot be reached" }
            #expect(try await get("/readyz") == (.serviceUnavailable, #"{"faults":{"database":"cannot be reached"},"status":"unavailable"}"#))
            #expect(try await get("/livez").0 == .ok)
            #expect(try await get("/metrics").1.contains("process_resident_memory_bytes "))
        }
    }
}
