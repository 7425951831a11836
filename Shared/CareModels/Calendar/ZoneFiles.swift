#if os(Linux)
    import Foundation
    import Synchronization

    /// The files of this machine's tz database, each read once.
    enum ZoneFiles {
        private static let read = Mutex<[String: ZoneFile]>([:])
        /// Where the database is: where TZDIR says, as the C library has it, else in its usual place.
        private static let folder = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"

        static func named(_ name: String) -> ZoneFile? {
            if let known = read.withLock({ $0[name] }) { return known }
            guard isPlain(name), let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)"), let file = ZoneFile([UInt8](bytes)) else { return nil }
            read.withLock { $0[name] = file }
            return file
        }

        /// That it names nothing outside of the database.
        private static func isPlain(_ name: String) -> Bool {
            let parts = name.split(separator: "/", omittingEmptySubsequences: false)
            return parts.allSatisfy { part in !part.isEmpty && part.utf8.allSatisfy(isOfNames) }
        }

        private static func isOfNames(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
            }
        }
    }
#endif
