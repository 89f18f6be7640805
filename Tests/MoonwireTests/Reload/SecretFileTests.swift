import Foundation
import Moonwire
import MoonwireSupport
import TestSupport
import Testing

/// A file to which a variable of the environment leads, such as a mounted secret, counts with its content.
@Suite(.timeLimit(.minutes(10))) struct SecretFileTests {
    /// How the file changes.
    enum Mount: CaseIterable {
        /// The file is written again, under the same name.
        case plain
        /// As Kubernetes does it: a link on the way leads to another folder.
        case linked
    }

    /// A mounted folder with a secret in it.
    final class Secret: Sendable {
        private let folder = Scratch()
        private let mount: Mount

        init(_ mount: Mount, _ text: String) throws {
            self.mount = mount
            try rotate(to: text)
            if mount == .linked { try folder.link("password", to: "..data/password") }
        }

        var path: String { folder.path("password") }

        func rotate(to text: String) throws {
            guard mount == .linked else { return try folder.write(text, "password") }
            try folder.write(text, "..\(text)/password")
            try folder.link("..new", to: "..\(text)")
            #expect(rename(folder.path("..new"), folder.path("..data")) == 0)
        }
    }

    /// Ways in which the service "town" comes to know the content of the file whose path is TOWN_FILE.
    private static let wirings = [
        #"service "town" { type = "Station", args = { name = "%env(file:TOWN_FILE)%" } }"#,
        #"service "town" { type = "Station", args = { name = "the %env(file:TOWN_FILE)%" } }"#,
        #"service "town" { type = "Station", args = { name = env.file "TOWN_FILE" } }"#,
        """
        parameters { town = { name = "%env(file:TOWN_FILE)%" } }
        service "town" { type = "Station", args = { name = "to %town.name%" } }
        """,
        """
        parameters { town = "%env(file:TOWN_FILE)%" }
        service "town" (function(c) return Station { name = c.param "town" } end)
        """,
        """
        local town = env.file "TOWN_FILE"
        service "town" (function() return Station { name = town } end)
        """,
        """
        parameters { town = "%env(file:TOWN_FILE)%" }
        local town = now(param "town")
        service "town" (function() return Station { name = town } end)
        """,
    ]

    private static let apart = "\n" + #"service "apart" { type = "Station", args = { name = "%env(OTHER)%" } }"#

    @Test(arguments: wirings, Mount.allCases)
    func changedSecretFileReplacesItsUsers(wiring: String, mount: Mount) throws {
        let secret = try Secret(mount, "Leeds")
        let living = try Living(wiring + Self.apart, variables: Lock(["TOWN_FILE": secret.path, "OTHER": "x"]))
        let (town, apart) = (try living.station("town"), try living.station("apart"))
        #expect(town.name.hasSuffix("Leeds"))
        #expect(try living.container.reloadPlan().isEmpty)
        try living.reload()
        #expect(town === (try living.station("town")))
        try secret.rotate(to: "Yorks")
        let plan = try living.container.reload()
        #expect(plan.replaced.map(\.id) == ["town"])
        #expect(!"\(plan)".contains("Yorks"))
        #expect(try living.station("town").name.hasSuffix("Yorks"))
        #expect(apart === (try living.station("apart")))
    }

    /// A function may go on without the file.
    @Test func newSecretFileReplacesServicesThatMissedIt() throws {
        let folder = Scratch()
        try folder.write("Leeds", "town")
        let living = try Living(
            """
            parameters { town = "%env(file:TOWN_FILE)%" }
            service "town" (function(c)
                local isThere, town = pcall(c.param, "town")
                return Station { name = isThere and town or "nowhere" }
            end)
            """, variables: Lock(["TOWN_FILE": folder.path("town")]))
        try FileManager.default.removeItem(atPath: folder.path("town"))
        #expect(try living.station("town").name == "nowhere")
        try folder.write("Leeds", "town")
        try living.reload()
        #expect(try living.station("town").name == "Leeds")
    }

    @Test(arguments: WatchScene.Way.allCases, Mount.allCases)
    func watchFollowsASecretFile(way: WatchScene.Way, mount: Mount) async throws {
        let secret = try Secret(mount, "Leeds")
        let scene = try WatchScene(way, Self.wirings[0], variables: ["TOWN_FILE": secret.path])
        #expect(try scene.name() == "Leeds")
        for town in ["York", "Hull"] {
            try secret.rotate(to: town)
            try await scene.waitFor(town)
        }
    }

    /// The variable may be written only in an edit, and its file may come later.
    @Test func watchFollowsASecretFileThatAnEditAdds() async throws {
        let folder = Scratch()
        let scene = try WatchScene(variables: ["TOWN_FILE": folder.path("late")])
        try scene.living.edit(Self.wirings[5])
        #expect(await scene.refusal().contains("TOWN_FILE"))
        try folder.write("York", "late")
        try await scene.waitFor("York")
        try folder.write("Hull", "late")
        try await scene.waitFor("Hull")
    }
}
