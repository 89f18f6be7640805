/// The slots of values that an interpreter needs again; zero for one that it does not have yet.
struct KeptSlots {
    /// The value that represents null.
    var null: Int32 = 0
    /// The copies of parallel functions, by number from one on.
    private var copies: [Int32] = []

    mutating func setCopy(_ number: Int32, _ slot: Int32) {
        let missing = Int(number) - copies.count
        if missing > 0 { copies.append(contentsOf: repeatElement(0, count: missing)) }
        copies[Int(number) - 1] = slot
    }

    @inline(__always) func copy(_ number: Int32) -> Int32 {
        let index = Int(number) - 1
        return index < copies.count ? copies[index] : 0
    }
}
