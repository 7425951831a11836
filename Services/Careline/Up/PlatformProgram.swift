import Foundation

/// What serves behind the gateway: a service, or the front door, which keeps nothing and has no database.
struct PlatformProgram: Sendable, Equatable {
    /// As the gateway's settings and `/healthz` name it.
    var name: String
    var executable: String
    var portOffset: Int

    static let frontDoor = PlatformProgram(name: "front", executable: "front-door-service", portOffset: 6)
    static let all = PlatformService.all.map(\.program) + [frontDoor]

    /// `auth`, `auth-2`, …
    func memberName(_ replica: Int) -> String { replica == 0 ? name : "\(name)-\(replica + 1)" }

    /// The executables are built side by side.
    var path: String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(executable).path
    }
}
