import Moonwire
import TestSupport
import Testing

/// A scope that stays open keeps its generation, and each reload and each reset adds another one after it.
@Suite(.timeLimit(.minutes(5))) struct GenerationChainTests {
    private static func text(_ number: Int) -> String {
        "scopes { 'job' }\n" + Lantern.service("set = { level = 1 }") + Lantern.bulb(number)
    }

    /// Each of the generations passes on what the scope builds, and ends with it: no call is nested in another for each of them.
    @Test(arguments: [false, true]) func thousandsOfGenerationsEndOnTheSmallestStack(reloads: Bool) throws {
        let count = repetitions(3_000, debug: 1_000)
        let living = try Living(lamps: Self.text(0))
        let scope = try living.container.openScope("job")
        _ = try living.lamp("bulb")
        for number in 1...count {
            if reloads { try living.reload(Self.text(number)) } else { try living.container.reset("bulb") }
            _ = try living.lamp("bulb")
        }
        #expect(living.container.generations.count == count + 1)
        let thread = TestThread(stack: 256 << 10) {
            do {
                let lamp: Lantern = try scope.resolve("lamp")
                #expect(try living.lamp() === lamp)
            } catch { Issue.record(error) }
            scope.close()
        }
        thread.join()
        #expect(living.container.generations.count == 1)
        #expect(living.log.elements.count == count)
    }
}
