import ArgumentParser
import CareClient
import Foundation

/// Prints the address that a browser has to open, and reads the one that it was sent to at the end.
struct LogIn: AsyncParsableCommand {
    @OptionGroup var device: Device

    func run() async throws {
        let care = try await device.care(isLive: false)
        try await care.session.logIn(scopes: Device.scopes) { address in
            FileHandle.standardOutput.write(Data("\(address.absoluteString)\n".utf8))
            guard let line = readLine(), let callback = URL(string: line) else { throw ValidationError("nobody came back from the browser") }
            return callback
        }
        await care.close()
    }
}
