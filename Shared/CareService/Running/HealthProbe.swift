import Foundation
import HTTP
import Telemetry

/// `SERVICE healthy`: whether the service in this container is ready, for a container's health check: images hold no curl.
enum HealthProbe {
    struct NotReady: Error, CustomStringConvertible {
        var description: String
    }

    /// Asks `/readyz` where CARE_HTTP_HOST and CARE_HTTP_PORT say that the service listens; throws unless it answers 200.
    static func run(_ values: [String: String]) async throws {
        var environment = Environment(values)
        let host = environment.string("CARE_HTTP_HOST", default: "127.0.0.1")
        let port = environment.int("CARE_HTTP_PORT", default: 8080, in: 1...65_535)
        try environment.done()
        let address = ["0.0.0.0", "::"].contains(host) ? "127.0.0.1" : host.contains(":") ? "[\(host)]" : host
        let response: HTTPClient.Response
        do { response = try await HTTPClient().get("http://\(address):\(port)/readyz", deadline: .seconds(3)) } catch {
            throw NotReady(description: "nothing answers at \(address):\(port) (\(ErrorLabel.of(error)))")
        }
        guard response.status == .ok else {
            throw NotReady(description: "not ready: \(String(decoding: response.body, as: UTF8.self))")
        }
    }
}
