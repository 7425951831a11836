import ArgumentParser
import CareClient

struct LogIn: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "login", abstract: "Log in, in a browser; and stay logged in.")
    @OptionGroup var device: Device

    func run() async throws {
        try await telling {
            let browser = try LoopbackBrowser()
            let care = try await device.care(redirect: browser.redirect)
            let scopes: [Scope] = [
                .profile, .messagesRead, .messagesWrite, .appointmentsRead, .appointmentsWrite, .healthRead, .healthWrite, .recordsRead, .recordsWrite
            ]
            try await care.session.logIn(scopes: scopes, present: browser.present)
            try device.rememberServer()
            Terminal.say("You are logged in\(care.session.userID.map { " as \($0)" } ?? ""), and stay so. What now? care --help")
            await care.close()
        }
    }
}

struct LogOut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "logout", abstract: "Log out; what was stored here is removed.")
    @OptionGroup var device: Device

    func run() async throws {
        try await telling {
            let care = try await device.care()
            await care.session.logOut()
            await care.close()
            for kind in ListShown.Kind.allCases { try ListShown(of: kind, device).keep([]) }
            Terminal.say("You are logged out.")
        }
    }
}
