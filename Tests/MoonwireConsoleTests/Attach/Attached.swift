import Foundation
import Moonwire
import MoonwireConsole
import MoonwireCore
import Testing

/// A container that other processes can ask; here, the test itself asks through the socket.
final class Attached {
    let folder: Folder
    var container: Container?
    var attachment: Container.Attachment?

    var path: String { folder.file("mail.sock") }

    init(readOnly: Bool = true) throws {
        folder = try Mail.folder()
        let container = try Container(
            scripts: [folder.file("container.lua")], types: [Transport.self, Mailer.self, Desk.self], environment: .dev)
        self.container = container
        attachment = try container.attachable(at: path, readOnly: readOnly)
    }

    /// What a call prints, without the path of the folder.
    func ask(_ arguments: String...) -> Transcript {
        Transcript(["attach", path] + arguments).without(folder.path + "/")
    }

    /// The first line of what a call reports.
    func complaint(_ arguments: String...) -> String {
        let complaints = Transcript(["attach", path] + arguments).without(folder.path + "/").complaints
        return complaints.split(separator: "\n").first.map(String.init) ?? ""
    }
}
