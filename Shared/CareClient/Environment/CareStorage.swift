import Foundation

/// Where the client keeps what it has loaded and what it has yet to send.
public enum CareStorage: Sendable, Equatable {
    /// A folder of the client's own. Several processes of one app may share it. It needs no backup: exclude it from the device's.
    case directory(URL)
    /// Nothing outlives the process: for tests.
    case memory

    /// Of what lies there for a while alone.
    var forms: URL {
        switch self {
        case .directory(let folder): folder.appendingPathComponent("forms")
        case .memory: FileManager.default.temporaryDirectory.appendingPathComponent("care-forms")
        }
    }

    func path(_ name: String) -> String {
        switch self {
        case .directory(let folder): folder.appendingPathComponent(name).path
        case .memory: ":memory:"
        }
    }
}
