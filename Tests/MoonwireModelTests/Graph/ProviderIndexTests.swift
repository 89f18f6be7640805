import ModelFixtures
import MoonwireModel
import Testing

@Suite struct ProviderIndexTests {
    /// Otherwise each type that somebody asks for takes a look at all services.
    @Test func typesOfEachServiceAreReadOnce() {
        let index = ProviderIndex()
        let types = [ObjectIdentifier(Int.self), ObjectIdentifier(String.self), ObjectIdentifier(Bool.self)]
        var asked: [Int] = []
        for _ in 0..<2 {
            for (number, type) in types.enumerated() {
                let providers = index.providers(of: type, among: 6) { place in
                    asked.append(place)
                    return [types[place % 2], types[place % 2]]
                }
                #expect(providers == [[0, 2, 4], [1, 3, 5], []][number])
            }
        }
        #expect(asked == [0, 1, 2, 3, 4, 5])
    }
}
