// SPDX-License-Identifier: GPL-2.0-or-later
//
// Three worked tables of iteration: a tree of one leaf, an empty one, one entry at index 0 and no node. Where a state
// is, then for each function what it returns (- for NULL), the range after it (left out if it is that of what is
// returned), and the status after it by its first letter. x: the reference crashes (R-Q1).

#ifndef MPL_TEST_WORKED_STATES_H
#define MPL_TEST_WORKED_STATES_H

// In the order of the columns.
#define WORKED_COLUMNS "find find_range next next_range find_rev find_range_rev prev prev_range"

// 4.6: g0=[0,fff] v1=[1000,1500] g1=[1501,1fff] v2=[2000,2500] g2=[2501,2fff] v3=[3000,3500] g3=[3501,MAX]; limits MAX
// and 0.
static const char *const worked_nodes[] = {
	"active g0|v1 A|v1 A|v1 A|v1 A|- g0 U|- g0 U|- g0 U|- g0 U",
	"active v1|v2 A|- g1 A|v2 A|- g1 A|- g0 U|- g0 A|- g0 U|- g0 A",
	"active v2|v3 A|- g2 A|v3 A|- g2 A|v1 A|- g1 A|v1 A|- g1 A",
	"active g2|v3 A|v3 A|v3 A|v3 A|v2 A|v2 A|v2 A|v2 A",
	"active v3|- g3 A|- g3 A|- g3 O|- g3 A|v2 A|- g2 A|v2 A|- g2 A",
	"active g3|- g3 A|- g3 A|- g3 O|- g3 O|v3 A|v3 A|v3 A|v3 A",
	"pause g0|v1 A|v1 A|v1 A|v1 A|- g0 U|- g0 U|- g0 U|- g0 U",
	"pause v1|v2 A|v2 A|v2 A|- g1 A|- g0 U|- g0 U|- g0 U|- g0 A",
	"pause v2|v3 A|v3 A|v3 A|- g2 A|v1 A|v1 A|v1 A|- g1 A",
	"pause g2|v3 A|v3 A|v3 A|v3 A|v2 A|v2 A|v2 A|v2 A",
	"pause v3|- g3 A|- g3 O|- g3 O|- g3 A|v2 A|v2 A|v2 A|- g2 A",
	"pause g3|- g3 P|- g3 P|- g3 O|- g3 O|v3 A|v3 A|v3 A|v3 A",
	"none g0|v1 A|v1 A|v1 A|v1 A|- g0 N|- g0 N|- g0 U|- g0 U",
	"none v1|v1 A|v1 A|v2 A|- g1 A|v1 A|v1 A|- g0 U|- g0 A",
	"none v2|v2 A|v2 A|v3 A|- g2 A|v2 A|v2 A|v1 A|- g1 A",
	"none g2|v3 A|v3 A|v3 A|v3 A|v2 A|v2 A|v2 A|v2 A",
	"none v3|v3 A|v3 A|- g3 O|- g3 A|v3 A|v3 A|v2 A|- g2 A",
	"none g3|- g3 N|- g3 N|- g3 O|- g3 O|v3 A|v3 A|v3 A|v3 A",
	"overflow g0|v1 A|v1 A|v1 A|v1 A|- g0 U|- g0 U|- g0 U|- g0 U",
	"overflow v1|v1 A|v1 A|v2 A|- g1 A|- g0 U|- g0 A|v1 A|v1 A",
	"overflow v2|v2 A|v2 A|v3 A|- g2 A|v1 A|- g1 A|v2 A|v2 A",
	"overflow g2|v3 A|v3 A|v3 A|v3 A|v2 A|v2 A|v2 A|v2 A",
	"overflow v3|v3 A|v3 A|- g3 O|- g3 A|v2 A|- g2 A|v3 A|v3 A",
	"overflow g3|- g3 O|- g3 O|- g3 O|- g3 O|v3 A|v3 A|v3 A|v3 A",
	"underflow g0|v1 A|v1 A|v1 A|v1 A|- g0 U|- g0 U|- g0 U|- g0 U",
	"underflow v1|v1 A|v1 A|v1 A|v1 A|- g0 U|- g0 A|- g0 U|- g0 A",
	"underflow v2|v2 A|v2 A|v2 A|v2 A|v1 A|- g1 A|v1 A|- g1 A",
	"underflow g2|v3 A|v3 A|v3 A|v3 A|v2 A|v2 A|v2 A|v2 A",
	"underflow v3|v3 A|v3 A|v3 A|v3 A|v2 A|- g2 A|v2 A|- g2 A",
	"underflow g3|- g3 A|- g3 O|- g3 O|- g3 O|v3 A|v3 A|v3 A|v3 A",
	"start @0|v1 A|v1 A|v1 A|v1 A|- g0 U|- g0 U|- [0,0] U|- [0,0] U",
	"start @2200|v2 A|v2 A|v3 A|- g2 A|v2 A|v2 A|v1 A|- g1 A",
	"start @2800|v3 A|v3 A|v3 A|v3 A|v2 A|v2 A|v2 A|v2 A",
	"start @4000|- g3 A|- g3 O|- g3 O|- g3 O|v3 A|v3 A|v3 A|v3 A",
};

// 4.6: the same tree, limits 2800 and 1800.
static const char *const worked_limits[] = {
	"active v1|v2 A|- g1 A|v2 A|- g1 A|- v1 A|- v1 A|- v1 U|- v1 U",
	"active g1|v2 A|v2 A|v2 A|v2 A|- g1 A|- g1 A|- g1 U|- g1 U",
	"active v2|- g2 A|- g2 A|- g2 O|- g2 A|- g1 U|- g1 A|- g1 U|- g1 A",
	"active g2|- g2 A|- g2 A|- g2 O|- g2 O|v2 A|v2 A|v2 A|v2 A",
	"active v3|- v3 A|- v3 A|- v3 O|- v3 O|v2 A|- g2 A|v2 A|- g2 A",
	"pause v1|v2 A|v2 A|v2 A|- g1 A|- v1 U|- v1 U|- v1 U|- v1 U",
	"pause g1|v2 A|v2 A|v2 A|v2 A|- g1 U|- g1 U|- g1 U|- g1 U",
	"pause v2|- g2 A|- g2 O|- g2 O|- g2 A|- g1 A|- g1 A|- g1 U|- g1 A",
	"pause g2|- g2 P|- g2 P|- g2 O|- g2 O|v2 A|v2 A|v2 A|v2 A",
	"pause v3|- v3 P|- v3 P|- v3 O|- v3 O|v2 A|v2 A|v2 A|- g2 A",
	"none v1|v1 A|v1 A|v2 A|- g1 A|- v1 N|- v1 N|- v1 U|- v1 U",
	"none g1|v2 A|v2 A|v2 A|v2 A|- g1 N|- g1 N|- g1 U|- g1 U",
	"none v2|v2 A|v2 A|- g2 O|- g2 A|v2 A|v2 A|- g1 U|- g1 A",
	"none g2|- g2 N|- g2 N|- g2 O|- g2 O|v2 A|v2 A|v2 A|v2 A",
	"none v3|- v3 N|- v3 N|- v3 O|- v3 O|v3 A|v3 A|v2 A|- g2 A",
	"overflow v1|v1 A|v1 A|v2 A|- g1 A|- v1 U|- v1 U|- v1 U|- v1 U",
	"overflow g1|v2 A|v2 A|v2 A|v2 A|- g1 U|- g1 U|- g1 U|- g1 U",
	"overflow v2|v2 A|v2 A|- g2 O|- g2 A|- g1 U|- g1 A|v2 A|v2 A",
	"overflow g2|- g2 O|- g2 O|- g2 O|- g2 O|v2 A|v2 A|v2 A|v2 A",
	"overflow v3|- v3 O|- v3 O|- v3 O|- v3 O|v2 A|- g2 A|v3 A|v3 A",
	"underflow v1|v1 A|v1 A|v1 A|v1 A|- v1 U|- v1 U|- v1 U|- v1 U",
	"underflow g1|v2 A|v2 A|v2 A|v2 A|- g1 U|- g1 U|- g1 U|- g1 U",
	"underflow v2|v2 A|v2 A|v2 A|v2 A|- g1 U|- g1 A|- g1 U|- g1 A",
	"underflow g2|- g2 A|- g2 O|- g2 O|- g2 O|v2 A|v2 A|v2 A|v2 A",
	"underflow v3|- v3 O|- v3 O|- v3 O|- v3 O|v2 A|- g2 A|v2 A|- g2 A",
	"start @1200|v1 A|v1 A|v2 A|- g1 A|- [1200,1200] S|- [1200,1200] S|- [1200,1200] U|- [1200,1200] U",
	"start @1a00|v2 A|v2 A|v2 A|v2 A|- g1 A|- g1 A|- g1 U|- g1 U",
	"start @2200|v2 A|v2 A|- g2 O|- g2 A|v2 A|v2 A|- g1 U|- g1 A",
	"start @2900|- [2900,2900] S|- [2900,2900] S|- [2900,2900] O|- [2900,2900] O|v2 A|v2 A|v2 A|v2 A",
};

// 4.7: the entry v0 at index 0; limits MAX and 0.
static const char *const worked_single[] = {
	"root [0,0]|- [1,MAX] N|- [1,MAX] N|- [1,MAX] N|- [1,MAX] N|- [0,0] N|- [0,0] N|- [0,0] U|- [0,0] U",
	"none [0,0]|v0 [0,0] R|v0 [0,0] R|- [0,0] R|- [0,0] R|- [0,0] N|- [0,0] N|- [0,0] U|- [0,0] U",
	"none [1,MAX]|- [1,MAX] N|- [1,MAX] N|- [1,MAX] O|- [1,MAX] O|v0 [0,0] R|v0 [0,0] R|v0 [0,0] R|v0 [0,0] R",
	"pause [0,0]|- [1,MAX] N|- [1,MAX] N|- [1,MAX] N|- [1,MAX] N|- [0,0] U|- [0,0] U|- [0,0] U|- [0,0] U",
	"pause [1,MAX]|- [1,MAX] P|- [1,MAX] P|- [1,MAX] O|- [1,MAX] O|v0 [0,0] R|v0 [0,0] R|v0 [0,0] R|v0 [0,0] R",
	"overflow [0,0]|v0 [0,0] R|v0 [0,0] R|x|x|- [0,0] U|- [0,0] U|- [0,0] U|- [0,0] U",
	"overflow [1,MAX]|- [1,MAX] O|- [1,MAX] O|- [1,MAX] O|- [1,MAX] O|x|x|v0 [0,0] R|v0 [0,0] R",
	"underflow [0,0]|v0 [0,0] R|v0 [0,0] R|v0 [0,0] R|v0 [0,0] R|- [0,0] U|- [0,0] U|- [0,0] U|- [0,0] U",
	"underflow [1,MAX]|- [1,MAX] N|- [1,MAX] N|- [1,MAX] O|- [1,MAX] O|x|x|x|x",
	"start @0|v0 [0,0] R|v0 [0,0] R|- [1,MAX] N|- [1,MAX] N|v0 [0,0] R|v0 [0,0] R|- [0,0] U|- [0,0] U",
	"start @5|- [1,MAX] N|- [1,MAX] N|- [1,MAX] N|- [1,MAX] N|v0 [0,0] R|v0 [0,0] R|v0 [0,0] R|v0 [0,0] R",
	"start @MAX|- [1,MAX] N|- [1,MAX] N|- [MAX,MAX] O|- [MAX,MAX] O|v0 [0,0] R|v0 [0,0] R|v0 [0,0] R|v0 [0,0] R",
};

// 4.8: nothing; limits MAX and 0.
static const char *const worked_empty[] = {
	"none [0,MAX]|- [0,MAX] N|- [0,MAX] N|- [0,MAX] O|- [0,MAX] O|- [0,MAX] N|- [0,MAX] N|- [0,MAX] U|- [0,MAX] U",
	"pause [0,MAX]|- [0,MAX] P|- [0,MAX] P|- [0,MAX] O|- [0,MAX] O|- [0,MAX] U|- [0,MAX] U|- [0,MAX] U|- [0,MAX] U",
	"overflow [0,MAX]|- [0,MAX] O|- [0,MAX] O|- [0,MAX] O|- [0,MAX] O|- [0,MAX] U|- [0,MAX] U|- [0,MAX] U|- [0,MAX] U",
	"underflow [0,MAX]|- [0,MAX] N|- [0,MAX] N|- [0,MAX] O|- [0,MAX] O|- [0,MAX] U|- [0,MAX] U|- [0,MAX] U|- [0,MAX] U",
	"root [0,0]|- [1,MAX] N|- [1,MAX] N|- [1,MAX] N|- [1,MAX] N|- [0,0] N|- [0,0] N|- [0,0] U|- [0,0] U",
	"start @0|- [0,MAX] N|- [0,MAX] N|- [0,MAX] N|- [0,MAX] N|- [0,0] R|- [0,0] R|- [0,0] U|- [0,0] U",
	"start @5|- [0,MAX] N|- [0,MAX] N|- [0,MAX] N|- [0,MAX] N|- [0,0] R|- [0,0] R|- [0,MAX] N|- [0,MAX] N",
	"start @MAX|- [0,MAX] N|- [0,MAX] N|- [MAX,MAX] O|- [MAX,MAX] O|- [0,0] R|- [0,0] R|- [0,MAX] N|- [0,MAX] N",
};

#endif
