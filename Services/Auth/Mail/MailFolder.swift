import Foundation

/// Where mails lie as `.eml` files, which any mail program opens, when there is no server to take them.
struct MailFolder: Sendable {
    var path: String

    /// Sent again it is the same file. Only its owner may read it: it may hold a link that logs somebody in.
    func keep(_ message: MailMessage) throws(MailFailure) {
        let seconds = Int(message.writtenAt.timeIntervalSince1970)
        let file = "\(path)/\(seconds)-\(message.id.uuidString.lowercased()).eml"
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw MailFailure(label: "the folder cannot be made")
        }
        // Whoever looks in sees it whole or not at all.
        let isWritten = FileManager.default.createFile(atPath: file + ".new", contents: Data(message.bytes), attributes: [.posixPermissions: 0o600])
        guard isWritten, rename(file + ".new", file) == 0 else { throw MailFailure(label: "the file cannot be written") }
    }
}
