import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

private struct BrandProvider: SlotProvider {
    static let wrapperName = "Brand"
    static let keepsValue = false

    func value(for slot: SlotContext) throws -> String? {
        try slot.resolver.resolve("engine", as: Engine.self).brand
    }
}

private final class SharedPanel: @unchecked Sendable {  // Its slots are filled before other threads read them.
    @Injected var engine: Engine
    @Injected("none") var spare: Engine?
    @Lazy var title = "untitled"
    @Weak var watched: Engine?
    @Final var serial: String?
    @Provided(BrandProvider()) var brand: String
    @Preference("Settings.volume") var volume: Int
}

/// Several threads may read the slots of one object at the same time; the thread sanitizer sees whether a read writes.
@Suite struct SharedOwnerTests {
    @Test func manyThreadsReadTheSlotsOfOneOwner() throws {
        var wiring = Wiring.of(preference("Settings.volume", 5, min: 0, max: 10, line: 1), in: MemoryStore())
        wiring.definitions = [service("engine", "Engine", ["brand": "v8"])]
        let container = try wiring.container()
        let panel = SharedPanel()
        try container.inject(into: panel)
        try panel.$serial.assign("A-7")
        _ = (panel.title, panel.watched, panel.spare, panel.brand, panel.volume)
        let wrong = Counter()
        onThreads(4) { _ in
            for _ in 0..<100 {
                let isFilled = panel.$engine.isFilled && panel.$title.isFilled && panel.$serial.isAssigned
                let isEmpty = panel.spare == nil && !panel.$spare.isFilled
                let isRead = panel.engine === panel.watched && panel.brand == "v8" && panel.volume == 5
                if !(isFilled && isEmpty && isRead && panel.title == "untitled" && panel.serial == "A-7") {
                    wrong.add()
                }
            }
        }
        #expect(wrong.value == 0)
    }
}
