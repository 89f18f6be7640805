import Moonwire
import Testing

private enum Settings {}

private nonisolated final class ProgressService: Exposed {
    var title = ""

    static let exposure = Exposure(ProgressService.self) {
        Initializer { ProgressService() }
        Property("title", \.title)
    }
}

private nonisolated final class ViewController: Exposed {
    let title: String
    @Injected var progress: ProgressService?
    @Lazy var items: [String]
    @Final var serial: String?
    @Preference(in: Settings.self) var nickname: String

    init(title: String) { self.title = title }

    static let exposure = Exposure(ViewController.self) {
        Initializer("title", body: ViewController.init)
        Property("title", \.title)
    }
}

/// The code of `Documentation/Predecessors.md`, word for word.
@Suite struct PredecessorsGuideTests {
    private func wiring(_ script: String, _ store: MemoryStore) throws -> Container {
        try Container(text: script, types: [ProgressService.self, ViewController.self], environment: .test) {
            $0.registerStore(store, named: "default")
        }
    }

    @Test func propertiesOfBloodMagic() throws {
        let store = MemoryStore()
        let container = try wiring(
            """
            inject {
                type = "ProgressService",
                owner = "ViewController",
                value = function(controller, c) return ProgressService {} end,
            }
            hook.injected("ViewController.progress", function(progress, controller) progress.title = controller.title end)
            preferences "Settings" { nickname = { default = "Anonymous" } }
            """, store)
        let controller = ViewController(title: "Users")
        try container.inject(into: controller)
        print(controller.progress?.title ?? "")  // Users
        try controller.$serial.assign("A-7")
        controller.nickname = "Deli"  // stored as Settings.nickname
        #expect(controller.progress?.title == "Users")
        #expect(controller.serial == "A-7" && controller.nickname == "Deli")
        #expect(store.read("Settings.nickname") == "Deli")
    }
}
