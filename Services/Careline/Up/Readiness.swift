import Foundation
import HTTP

/// How to know that a child is ready.
enum Readiness: Sendable {
    /// GET answers 200.
    case http(port: Int, path: String)
    /// Something listens there.
    case port(Int)
    /// The file is there.
    case file(String)
    /// PostgreSQL takes connections: its socket is there some time before it does.
    case postgres(binaries: String, socketDirectory: String, log: String, environment: [String: String])

    private static let client = HTTPClient(mostConnections: 4)

    func holds() async -> Bool {
        switch self {
        case .http(let port, let path):
            let answer = try? await Self.client.get("http://127.0.0.1:\(port)\(path)", deadline: .seconds(2))
            return answer?.status == .ok
        case .port(let port):
            return Sockets.accepts(port: port)
        case .file(let path):
            return FileManager.default.fileExists(atPath: path)
        case .postgres(let binaries, let socketDirectory, let log, let environment):
            let ask = Launch(
                executable: binaries + "/pg_isready", arguments: ["-q", "-h", socketDirectory, "-t", "2"], environment: environment, directory: "/", log: log)
            return (try? await Errand.run(ask, within: .seconds(3))) != nil
        }
    }
}
