import CareClient
import CareModels
import Foundation

/// Errors and times, as a person reads them.
enum Wording {
    static func of(_ error: any Error) -> String {
        guard let error = error as? CareError else { return "\(error)" }
        switch error {
        case .offline: return "The server cannot be reached."
        case .untrusted: return "What answers does not show that it is the server: its certificate is not trusted here. Nothing was sent to it."
        case .server(let status, _): return "The server could not, just now (\(status))."
        case .refused(let problem):
            return ([problem.title, problem.detail].compactMap { $0 } + problem.fields.map { "\($0.field) \($0.message)" }).joined(separator: " ")
        case .loggedOut: return "Nobody is logged in: care login"
        case .expired: return "The session has ended: care login"
        case .unsupportedVersion: return "This version is supported no longer."
        case .login(let fault): return of(fault)
        case .unreadable(let place): return "This version cannot read it: \(place)"
        case .storage(let fault): return "The disk did not keep it: \(fault)"
        case .sealed(let fault): return "It does not open here: \(fault)"
        case .damagedFile: return "The file did not arrive as it was sent."
        case .closed: return "It was closed already."
        }
    }

    static func of(_ notice: CareClient.Notice) -> String {
        switch notice {
        case .cacheRebuilt: "What was kept here could not be read. It is loaded anew; for a while less is there without a network."
        case .outboxLost: "What had yet to be sent could not be read, and is not sent. It lies in outbox.sqlite.damaged."
        case .versionDeprecated: "There is a newer version of this program."
        }
    }

    private static func of(_ fault: LoginFault) -> String {
        switch fault {
        case .denied("access_denied"): "The answer in the browser was no: nobody is logged in."
        case .denied(let error): "The server does not log anybody in for this app: \(error)"
        case .notOurs(let what): "What the browser brought back is not of this login (\(what)). Once more: care login"
        case .otherIssuer: "The server goes by another address than the one that was given: use that (--server)."
        }
    }

    /// On one line and in its order, whatever somebody else has written into it: a terminal does what control characters say, and what comes after the end of a line
    /// would look as if another person, or the platform, had said it.
    static func line(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        var before: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A where before == "\r": break
            case 0x0A...0x0D, 0x85, 0x2028, 0x2029: line.append(contentsOf: " ⏎ ".unicodeScalars)
            case 0x09: line.append(" ")
            // Of the order of what is written.
            case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: break
            default: line.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
            }
            before = scalar
        }
        return String(line)
    }

    /// `Mon 2026-07-06 09:00`, on the wall clock of the place.
    static func time(_ instant: Date, in zone: String) -> String {
        let local = LocalTime(instant, in: Zone.stored(zone))
        let day = local.date.weekday.rawValue.prefix(3)
        return "\(day.capitalized) \(local.date) \(local.clock.prefix(5))"
    }

    static var here: String { TimeZone.current.identifier }
}

/// Ends the program with what went wrong, and a status that a script can see.
func telling<Value>(_ work: () async throws -> Value) async throws -> Value {
    do {
        return try await work()
    } catch let error as CareError {
        Terminal.complain(Wording.of(error))
        throw ExitStatus.failed
    } catch let nothing as Nothing {
        Terminal.complain(nothing.words)
        throw ExitStatus.failed
    }
}
