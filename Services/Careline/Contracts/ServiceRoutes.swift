import Foundation
import HTTP

/// The routes that the services' executables say they have (`auth-service routes`).
struct ServiceRoutes {
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    static let services = [
        "auth-service", "scheduling-service", "messaging-service", "health-monitor-service", "er-directory-service", "records-service",
        "webhooks-service"
    ]

    /// Where the executables are: beside this one, unless told otherwise.
    let directory: URL

    static var besideThisExecutable: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    }

    func all() throws -> [RouteDescription] { try Self.services.flatMap { try routes(of: $0) } }

    private func routes(of service: String) throws -> [RouteDescription] {
        let executable = directory.appendingPathComponent(service)
        guard FileManager.default.isExecutableFile(atPath: executable.path) else {
            throw Fault(description: "\(executable.path) is missing; build it: swift build --product \(service)")
        }
        let process = Process()
        let output = Pipe()
        process.executableURL = executable
        process.arguments = ["routes"]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Fault(description: "`\(service) routes` failed with status \(process.terminationStatus); its own words are above")
        }
        return try JSONDecoder().decode([RouteDescription].self, from: data)
    }
}
